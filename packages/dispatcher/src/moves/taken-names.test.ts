import { refKey } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { currentName } from '../records/names.ts';
import { comment } from '../testing/deliveries.ts';
import { keptUnder, NEW, NEW_TICKET, OLD, putTurn, start, transferred } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send, writesOf } from '../testing/world.ts';

/** Both names have a session: somebody started the item in its new repository before GitHub told of the move. */
async function started() {
  const world = createWorld();
  await play(world, start);
  const ledger = { value: { said: 'by the former one' }, expectedRevision: null };
  await world.store.records.put('ledger', `${refKey(OLD)}/issue-12`, ledger);
  await putTurn(world);
  await play(world, comment(NEW_TICKET, 'the-loop start'));
  return world;
}

it('gives up neither session where both names have one, and pauses the former', async () => {
  const world = await started();
  const before = await keptUnder(world, refKey(OLD));
  await play(world, transferred());
  expect((await ends(world)).at(-1)).toBe('settled item-moved');
  expect(await keptUnder(world, refKey(OLD))).toEqual(before);
  expect(before).toEqual(expect.arrayContaining([`session ${refKey(OLD)}`, `ledger ${refKey(OLD)}/issue-12`]));
  const { records } = portsOf(world);
  const session = await records.find(OLD);
  expect(session?.record).toMatchObject({ status: 'paused', cwd: '/checkouts/github:acme/app#12' });
  expect(session?.record.leftCheckout).toBeUndefined();
  expect((await records.find(NEW))?.record.status).toBe('active');
  expect([...world.checkouts]).toEqual(['github:acme/app#12', 'github:acme/next#3']);
  expect(await currentName(world.store.records, OLD)).toEqual(OLD);
});

it('says so as an event, and in one comment however often it is told', async () => {
  const world = await started();
  await play(world, transferred(), transferred('bob'));
  expect(world.recorder.of('session.held')[0]).toMatchObject({
    ...{ work_item: 'github:acme/next#3', from: 'github:acme/app#12', reason: 'name-taken' },
  });
  expect(world.recorder.of('session.paused')).toHaveLength(1);
  expect((await writesOf(world)).filter((write) => write.includes('was acme/app#12 before'))).toHaveLength(1);
});

it('lets a later delivery to either name reach its own session', async () => {
  const world = await started();
  await play(world, transferred(), comment(NEW_TICKET, 'hello'));
  expect((await ends(world)).at(-1)).toBe('settled event-delivered');
});

it('needs no words where the former session has ended', async () => {
  const world = createWorld();
  await play(world, start, comment({ repository: 'acme/app', number: 12 }, 'the-loop stop'));
  await play(world, comment(NEW_TICKET, 'the-loop start'), transferred());
  expect(world.recorder.of('session.held')).toEqual([]);
  expect((await portsOf(world).records.find(OLD))?.record.status).toBe('closed');
});

it('does not overtake the start that it waits behind', async () => {
  const world = createWorld();
  await play(world, comment(NEW_TICKET, 'the-loop start'));
  await send(world, start, transferred());
  await drain(world, dispatcherOf(world));
  expect((await ends(world)).slice(1)).toEqual(['settled session-spawned', 'settled item-moved']);
  expect((await portsOf(world).records.find(OLD))?.record.status).toBe('paused');
});
