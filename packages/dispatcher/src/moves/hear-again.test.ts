import { describe, expect, it } from 'vitest';
import { comment, issue } from '../testing/deliveries.ts';
import { NEW_TICKET, renamed, start, TICKET, transferred } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, send, turnsOf } from '../testing/world.ts';

const OTHER_TICKET = { repository: 'acme/other', number: 12 };

/** A word on a ticket, from a repository that says its id. */
function said(id: number) {
  const { event, payload } = comment(OTHER_TICKET, 'hello');
  return { event, payload: { ...payload, repository: { ...(payload['repository'] as object), id } } };
}

describe('what used a new name before anybody told of it', () => {
  it('is heard once the repository is known to have it', async () => {
    const world = createWorld();
    await play(world, start, comment(OTHER_TICKET, 'hello'));
    expect((await ends(world))[1]).toBe('dropped awaiting-start');
    await play(world, renamed());
    expect((await ends(world)).slice(1, 3)).toEqual(['settled event-delivered', 'settled item-moved']);
    expect(await turnsOf(world)).toContain('event github~acme~other~12');
    expect(world.recorder.of('inbox.requeued')).toHaveLength(1);
  });

  it('is heard once the ticket is known to have it', async () => {
    const world = createWorld();
    await play(world, start, comment(NEW_TICKET, 'hello'), issue(NEW_TICKET, 'labeled'), transferred());
    expect((await ends(world))[1]).toBe('settled event-delivered');
  });

  it('ends the ticket when that is what it said', async () => {
    const world = createWorld();
    await play(world, start, issue(OTHER_TICKET, 'closed'));
    expect((await ends(world))[1]).toBe('dropped no-session');
    await play(world, renamed());
    expect((await ends(world))[1]).toBe('settled item-ended');
  });

  it('stays dropped when it was another repository that had the name then', async () => {
    const world = createWorld();
    await play(world, start, said(78), said(77), renamed(77));
    expect((await ends(world)).slice(1, 3)).toEqual(['dropped awaiting-start', 'settled event-delivered']);
  });

  it('stays dropped when it was said before the work began, under either name', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'hello'), comment(OTHER_TICKET, 'hello'));
    world.clock.advance(1000);
    await play(world, start, renamed());
    expect((await ends(world)).slice(0, 2)).toEqual(['dropped awaiting-start', 'dropped awaiting-start']);
  });

  it('is heard once, also when the process ends right after', async () => {
    const world = createWorld();
    await play(world, start, comment(OTHER_TICKET, 'hello'));
    await send(world, renamed());
    const settle = () => Promise.reject(new Error('gone'));
    const broken = dispatcherOf(world, { inbox: { ...world.store.inbox, settle } });
    await broken.start();
    await broken.idle();
    await broken.stop();
    await drain(world, await play(world));
    expect((await ends(world))[1]).toBe('settled event-delivered');
    expect(await turnsOf(world)).toEqual(['event github~acme~other~12']);
  });
});
