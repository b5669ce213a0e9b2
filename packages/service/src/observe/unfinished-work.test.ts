import { type LoopEvent } from '@the-loop/events';
import { createMemoryStore } from '@the-loop/store';
import { expect, it } from 'vitest';
import { tellUnfinishedWork } from './unfinished-work.ts';

it('tells what waits of an earlier process, and nothing of a store where nothing does', async () => {
  const store = createMemoryStore({ now: () => new Date(0) });
  const events: LoopEvent[] = [];
  await tellUnfinishedWork(store, (event) => events.push(event));
  expect(events).toEqual([]);
  const write = { lane: 'lane', host: 'github.com', kind: 'comment', payload: {}, createdAt: 0, source: null };
  await store.outbox.put([
    { key: 'a', ...write },
    { key: 'b', ...write, lane: 'other' },
  ]);
  await store.outbox.begin('b');
  await store.turns.put([{ key: 't', endpoint: 'e', lane: 'lane', kind: 'event', prompt: 'p', createdAt: 0 }]);
  await tellUnfinishedWork(store, (event) => events.push(event));
  expect(events).toEqual([{ event: 'service.recovered', deliveries: 0, turns: 1, writes: 2 }]);
});
