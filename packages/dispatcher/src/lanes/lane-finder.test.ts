import { parseRef, refKey } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, play, portsOf, send } from '../testing/world.ts';
import { createLaneFinder } from './lane-finder.ts';

const OLD = parseRef('github:acme/app#12');
const NEW = parseRef('github:acme/next#3');
const PULL = parseRef('github:octo/infra#7');

it('a row that runs in a lane while that gets another name counts in neither when it is done', async () => {
  const finder = createLaneFinder({ owning: () => Promise.resolve([]) });
  const place = await finder.enter({ links: [OLD, PULL], all: [OLD, PULL], moves: false, after: null });
  finder.rename(refKey(OLD), refKey(NEW));
  expect(place.lane).toBe(refKey(NEW));
  const behind = await finder.enter({ links: [PULL], all: [PULL], moves: false, after: null });
  expect(behind.lane).toBe(refKey(NEW));
  finder.leave(behind);
  finder.leave(place);
  expect((await finder.enter({ links: [PULL], all: [PULL], moves: false, after: null })).lane).toBe(refKey(PULL));
});

it('what still uses the old name of a work item waits behind the row that found the new one', async () => {
  const world = createWorld();
  const ticket = { repository: 'acme/app', number: 15 };
  const moved = parseRef('github:acme/app2#15');
  await play(world, comment(ticket, 'the-loop start'), comment(ticket, 'the-loop stop'));
  world.existence.set(refKey(parseRef('github:acme/app#15')), { kind: 'exists', ref: moved });
  const { moves } = portsOf(world);
  let goOn = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const dispatcher = dispatcherOf(world, { moves: { ...moves, move: (move) => blocked.then(() => moves.move(move)) } });
  const head = { ref: 'issue-15', sha: 'a'.repeat(40), repo: { full_name: 'acme/app' } };
  await send(world, pullRequest({ repository: 'acme/app', number: 40, pullRequest: '' }, 'opened', { head }));
  dispatcher.notify();
  for (let n = 0; n < 500; n += 1) await Promise.resolve();
  await send(world, comment(ticket, 'the-loop start'));
  dispatcher.notify();
  for (let n = 0; n < 500; n += 1) await Promise.resolve();
  expect((await portsOf(world).records.find(parseRef('github:acme/app#15')))?.record.status).toBe('closed');
  goOn();
  await drain(world, dispatcher);
  expect((await world.store.records.list('session')).map(({ key }) => key)).toEqual([refKey(moved)]);
  expect((await portsOf(world).records.find(moved))?.record.status).toBe('active');
  const lanes = (await world.store.inbox.list({ limit: 9 })).map(({ lane }) => lane);
  expect(new Set(lanes)).toEqual(new Set([refKey(moved)]));
});
