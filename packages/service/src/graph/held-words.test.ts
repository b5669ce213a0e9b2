import { createMemoryStore } from '@the-loop/store';
import { expect, it } from 'vitest';
import { createHeldWords, type GatePlace } from './held-words.ts';

const item = { provider: 'github', host: 'github.com', owner: 'acme', repo: 'app', number: 1 };
const place: GatePlace = { target: { item, address: { id: 'issue-1' } }, node: 'phase-selection', entry: 1 };
const word = (id: string) => ({ author: 'alice', body: 'the-loop execute', kind: 'comment' as const, id });

it('are kept once each, for that entry of that gate, until they are released', async () => {
  const held = createHeldWords(createMemoryStore({ now: () => new Date(0) }).records);
  await held.hold(place, [word('1')]);
  await held.hold(place, [word('1'), word('2')]);
  await held.hold(place, []);
  expect((await held.held(place)).map(({ id }) => id)).toEqual(['1', '2']);
  expect(await held.held({ ...place, entry: 2 })).toEqual([]);
  expect(await held.held({ ...place, target: { item, address: { id: 'issue-1', pr: 7 } } })).toEqual([]);
  await held.hold({ ...place, entry: 2 }, [word('3')]);
  expect(await held.held(place)).toEqual([]);
  await held.release(place);
  expect(await held.held({ ...place, entry: 2 })).toEqual([]);
});

it('keep a review and its dismissal apart', async () => {
  const held = createHeldWords(createMemoryStore({ now: () => new Date(0) }).records);
  const review = { author: 'bob', body: '', kind: 'review' as const, id: '5' };
  await held.hold(place, [{ ...review, reviewState: 'APPROVED' }]);
  await held.hold(place, [{ ...review, reviewState: 'DISMISSED' }]);
  expect(await held.held(place)).toHaveLength(2);
});
