import { type LoopEvent } from '@the-loop/events';
import { createMemoryStore, type SweepLimits } from '@the-loop/store';
import { expect, it } from 'vitest';
import { createSweeping } from './sweeping.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Sweeping of a store in memory whose day is turned by hand. */
function world() {
  let now = 100 * DAY;
  const store = createMemoryStore({ now: () => new Date(now) });
  const events: LoopEvent[] = [];
  const waiting: (() => void)[] = [];
  let keeping = { keepDeliveriesDays: 7, keepEventsDays: 30 };
  const sweeping = createSweeping({
    store,
    keeping: () => keeping,
    emit: (event) => events.push(event),
    clock: {
      now: () => now,
      after: (ms, task) => {
        expect(ms).toBe(DAY);
        waiting.push(task);
        return () => waiting.splice(waiting.indexOf(task), 1);
      },
    },
  });
  return {
    store,
    sweeping,
    events,
    waiting,
    keep: (days: number) => (keeping = { ...keeping, keepDeliveriesDays: days }),
    pass: async (days: number) => {
      now += days * DAY;
      waiting.pop()?.();
      await sweeping.stop();
      sweeping.start();
      await sweeping.stop();
    },
    settled: async (guid: string) => {
      const row = {
        host: 'github.com',
        hook: '1',
        guid,
        event: 'issues',
        source: 'webhook',
        bodyDigest: guid,
      } as const;
      await store.inbox.accept([{ ...row, receivedAt: now, body: new Uint8Array([1]) }]);
      const id = (await store.inbox.find(guid))?.id ?? 0;
      await store.inbox.settle(id, { status: 'settled', reason: 'no-news' });
      return id;
    },
  };
}

it('removes finished deliveries that are old enough, and keeps those that wait', async () => {
  const { store, sweeping, settled, pass, events } = world();
  const old = await settled('old');
  await pass(8);
  expect(await store.inbox.get(old)).toBeNull();
  expect(events).toEqual([{ event: 'store.swept', inbox: 1, outbox: 0, turns: 0, events: 0 }]);
  await sweeping.stop();
});

it('goes by the days that the operator says when it sweeps', async () => {
  const { store, settled, pass, keep, events } = world();
  const old = await settled('old');
  keep(30);
  await pass(8);
  expect(await store.inbox.get(old)).not.toBeNull();
  expect(events).toEqual([]);
});

it('sweeps at the start and again a day later, until it is stopped', async () => {
  const { sweeping, waiting } = world();
  sweeping.start();
  expect(waiting).toHaveLength(1);
  await sweeping.stop();
  expect(waiting).toHaveLength(0);
});

it('tells a sweep that failed, and stays for the next one', async () => {
  const events: LoopEvent[] = [];
  const asked: SweepLimits[] = [];
  const sweeping = createSweeping({
    store: {
      sweep(limits) {
        asked.push(limits);
        return Promise.reject(new Error('the disk is full'));
      },
    },
    keeping: () => ({ keepDeliveriesDays: 7, keepEventsDays: 30 }),
    emit: (event) => events.push(event),
    clock: { now: () => 40 * DAY, after: () => () => undefined },
  });
  sweeping.start();
  await sweeping.stop();
  expect(asked).toEqual([{ finishedBefore: 33 * DAY, eventsBefore: 10 * DAY }]);
  expect(events).toEqual([{ event: 'service.fault', component: 'sweep', error: 'the disk is full' }]);
});
