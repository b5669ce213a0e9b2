import { parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, issue, pullRequest, type Sent } from '../testing/deliveries.ts';
import { NEW_TICKET, renamed, start, TICKET, transferred } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send, turnsOf } from '../testing/world.ts';

const OTHER_TICKET = { repository: 'acme/other', number: 12 };

/** The delivery from a repository that says its id. */
function identified({ event, payload }: Sent, id: number): Sent {
  return { event, payload: { ...payload, repository: { ...(payload['repository'] as object), id } } };
}

const said = (id: number): Sent => identified(comment(OTHER_TICKET, 'hello'), id);

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

  it('stays dropped when a ticket went to another repository than the one that said it', async () => {
    const world = createWorld();
    const old = { old_issue: { number: 12 }, old_repository: { full_name: 'acme/app' } };
    const opened = issue(NEW_TICKET, 'opened');
    const told = { ...opened, payload: { ...opened.payload, changes: old } };
    await play(world, start, identified(comment(NEW_TICKET, 'hello'), 78), identified(told, 79));
    expect((await ends(world)).slice(1)).toEqual(['dropped awaiting-start', 'settled item-moved']);
  });

  it('is heard of a pull request elsewhere that names the ticket', async () => {
    const world = createWorld();
    const pull = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/other#12' };
    await play(world, start, pullRequest(pull, 'opened'));
    expect((await ends(world))[1]).toBe('dropped awaiting-start');
    await play(world, renamed());
    const record = (await portsOf(world).records.find(parseRef('github:acme/other#12')))?.record;
    expect(record?.bindings.map(({ ref }) => ref)).toEqual(['github:octo/infra#7']);
  });

  it('comes before what waits behind the move', async () => {
    const world = createWorld();
    await play(world, start, comment(NEW_TICKET, 'alpha'));
    await send(world, transferred(), comment(NEW_TICKET, 'beta'), comment(NEW_TICKET, 'gamma'));
    await drain(world, dispatcherOf(world));
    const turns = await world.store.turns.list({ limit: 10 });
    expect(turns.toReversed().map(({ prompt }) => /alpha|beta|gamma/.exec(prompt)?.[0])).toEqual([
      ...['alpha', 'beta', 'gamma'],
    ]);
  });

  it.each([
    { words: 'the-loop start', ticket: OTHER_TICKET, move: renamed() },
    { words: 'the-loop do — it', ticket: OTHER_TICKET, move: renamed() },
    { words: 'the-loop start', ticket: NEW_TICKET, move: transferred() },
  ])('does not end what somebody started again since: $words on $ticket.repository', async (begun) => {
    const { words, ticket, move } = begun;
    const world = createWorld();
    await play(world, start, issue(ticket, 'closed'));
    await send(world, move, comment(ticket, words));
    await drain(world, dispatcherOf(world));
    const ref = parseRef(`github:${ticket.repository}#${ticket.number}`);
    expect((await portsOf(world).records.find(ref))?.record.status).toBe('active');
  });

  it.each(['the-loop start', 'the-loop pause', 'hello'])(
    'is heard whatever else was said meanwhile: %s',
    async (words) => {
      const world = createWorld();
      await play(world, start, comment(OTHER_TICKET, 'early'));
      world.clock.advance(1000);
      await play(world, comment(TICKET, words), comment(TICKET, 'the-loop resume'), renamed());
      expect((await ends(world))[1]).toBe('settled event-delivered');
    },
  );

  it('ends the ticket also where another word of it tells of the name', async () => {
    const world = createWorld();
    await play(world, start, issue(OTHER_TICKET, 'closed'));
    await send(world, renamed(), comment(OTHER_TICKET, 'hello'));
    await drain(world, dispatcherOf(world));
    expect((await ends(world))[1]).toBe('settled item-ended');
  });

  it('is put back in order also while others look for what is there', async () => {
    const world = createWorld();
    await play(world, start, comment(NEW_TICKET, 'alpha'), comment(NEW_TICKET, 'beta'));
    await send(world, transferred(), comment(NEW_TICKET, 'gamma'), comment(NEW_TICKET, 'delta'));
    const { inbox } = world.store;
    const requeue: typeof inbox.requeue = async (...row) => {
      const opened = await inbox.requeue(...row);
      dispatcher.notify();
      for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
      return opened;
    };
    const dispatcher = dispatcherOf(world, { inbox: { ...inbox, requeue } });
    await drain(world, dispatcher);
    const turns = await world.store.turns.list({ limit: 10 });
    expect(turns.toReversed().map(({ prompt }) => /alpha|beta|gamma|delta/.exec(prompt)?.[0])).toEqual([
      ...['alpha', 'beta', 'gamma', 'delta'],
    ]);
  });

  it('stays dropped when the delivery that tells of the name says which repository has it', async () => {
    const world = createWorld();
    await play(world, start, said(78));
    await send(world, renamed(77), said(77));
    await drain(world, dispatcherOf(world));
    expect((await ends(world))[1]).toBe('dropped awaiting-start');
  });

  it('stays dropped when the work was stopped then', async () => {
    const world = createWorld();
    const later = async (...sent: readonly Sent[]) => {
      world.clock.advance(1000);
      await play(world, ...sent);
    };
    await later(start);
    await later(comment(TICKET, 'the-loop stop'));
    await later(comment(OTHER_TICKET, 'hello'));
    await later(comment(TICKET, 'the-loop start'));
    await later(renamed());
    expect((await ends(world))[2]).toBe('dropped awaiting-start');
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
