import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment } from '../testing/deliveries.ts';
import { NEW, NEW_TICKET, OLD, putTurn, renamed, start, TICKET, transferred } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send } from '../testing/world.ts';

/** An item with a turn that runs, and a dispatcher that has begun. */
async function underWay() {
  const world = createWorld();
  await play(world, start);
  await putTurn(world);
  await world.store.turns.begin('turn', { pid: 1, startTime: 's', attempt: 1 });
  const dispatcher = dispatcherOf(world);
  await dispatcher.start();
  const tell = async (...sent: Parameters<typeof send>[1][]) => {
    await send(world, ...sent);
    dispatcher.notify();
    await dispatcher.idle();
  };
  const finish = async () => {
    await world.store.turns.finish('turn', { status: 'done', exitCode: 0, note: '' });
    await drain(world, dispatcher);
  };
  return { world, dispatcher, tell, finish, ...portsOf(world) };
}

describe('a move while an agent is at work', () => {
  it('waits for the turn that runs, lets no other begin, and counts no try meanwhile', async () => {
    const { world, dispatcher, tell, finish } = await underWay();
    await tell(transferred(), comment(NEW_TICKET, 'hello'));
    for (let time = 0; time < 50; time += 1) {
      await dispatcher.idle();
      world.clock.next();
    }
    expect(world.held).toEqual(new Set([refKey(OLD)]));
    expect((await world.store.inbox.list({ limit: 2 })).map(({ attempts, status }) => [attempts, status])).toEqual([
      [0, 'open'],
      [0, 'open'],
    ]);
    expect(await world.store.records.get('session', refKey(OLD))).not.toBeNull();
    await finish();
    expect((await ends(world)).slice(1)).toEqual(['settled item-moved', 'settled event-delivered']);
    expect(world.held).toEqual(new Set());
    expect((await world.store.inbox.list({ limit: 2 })).map(({ lane }) => lane)).toEqual([refKey(NEW), refKey(NEW)]);
  });

  it.each([
    ['stop', TICKET, 'settled session-stopped', 'closed'],
    ['stop', NEW_TICKET, 'settled session-stopped', 'closed'],
    ['pause', NEW_TICKET, 'settled session-held', 'paused'],
  ] as const)('lets a %s on %o pass while it waits for the turn', async (...[command, place, end, status]) => {
    const { world, records, tell, finish } = await underWay();
    await tell(transferred());
    await tell(comment(NEW_TICKET, 'hello'), comment(place, `the-loop ${command}`));
    expect(await ends(world)).toEqual(['settled session-spawned', 'open', 'open', end]);
    expect((await records.find(OLD))?.record.status).toBe(status);
    await finish();
    expect((await records.find(NEW))?.record.status).toBe(status);
    expect((await records.control(NEW))?.command).toBe(command);
    expect(await world.store.records.list('announced-move')).toEqual([]);
  });

  it('lets a cleanup pass while it waits for the turn', async () => {
    const { world, records, tell, finish } = await underWay();
    await tell(transferred(), comment(NEW_TICKET, 'the-loop cleanup --confirm'));
    expect((await ends(world)).at(-1)).toBe('settled item-cleaned');
    expect([...world.checkouts]).toEqual([]);
    await finish();
    expect(await records.find(OLD)).toBeNull();
    expect((await ends(world))[1]).toBe('settled item-moved');
  });

  it('of a repository lets a stop pass that was stored before the item was told', async () => {
    const { world, records, tell, finish } = await underWay();
    await tell(renamed(), comment({ repository: 'acme/other', number: 12 }, 'the-loop stop'));
    expect(await ends(world)).toEqual([
      ...['settled session-spawned', 'settled item-moved', 'settled session-stopped', 'open'],
    ]);
    await finish();
    const [session] = await world.store.records.list('session');
    expect(session).toMatchObject({ key: refKey(parseRef('github:acme/other#12')), value: { status: 'closed' } });
    expect((await records.control(parseRef('github:acme/other#12')))?.command).toBe('stop');
  });

  it('lets no command pass another, and nobody else at all', async () => {
    const { world, records, tell } = await underWay();
    await tell(transferred(), comment(NEW_TICKET, 'the-loop stop', 'mallory'));
    await tell(comment(NEW_TICKET, 'the-loop start'), comment(NEW_TICKET, 'the-loop stop'));
    expect((await ends(world)).slice(1)).toEqual(['open', 'dropped unauthorized-actor', 'open', 'open']);
    expect((await records.find(OLD))?.record.status).toBe('active');
  });

  it('holds turns no longer when a person drops it', async () => {
    const { world, dispatcher, tell } = await underWay();
    await tell(transferred());
    expect(world.held).toEqual(new Set([refKey(OLD)]));
    const [row] = await world.store.inbox.list({ limit: 1 });
    await world.store.inbox.settle(row?.id ?? 0, { status: 'dropped', reason: 'by a person' });
    await drain(world, dispatcher);
    expect(world.held).toEqual(new Set());
  });
});
