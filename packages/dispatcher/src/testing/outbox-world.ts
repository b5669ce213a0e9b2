import { createRecorder } from '@the-loop/events';
import { createMemoryStore, type NewOutboxRow, type OutboxRow } from '@the-loop/store';
import { createOutboxDrain, type OutboxDrain, type OutboxDrainOptions } from '../outbox/create-outbox-drain.ts';
import { type Performer, type PerformOutcome } from '../outbox/perform.ts';
import { type WriteEnd } from '../outbox/perform-row.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** A host that remembers what reached it, by key. */
interface Host {
  readonly writes: string[];
  readonly asked: string[];
  answer: (row: OutboxRow, repeat: boolean) => PerformOutcome | Promise<PerformOutcome>;
}

/** A store, a clock and a host, with nothing in them. */
export function outboxWorld() {
  const clock = createVirtualClock();
  const store = createMemoryStore({ now: () => new Date(clock.now()) });
  const host: Host = { writes: [], asked: [], answer: (row, repeat) => reach(host, row, repeat) };
  return { clock, store, host, recorder: createRecorder(), ends: [] as [string, WriteEnd['kind']][] };
}

/** Writes, unless a repeat finds the write there. */
export function reach(host: Host, row: OutboxRow, repeat: boolean): PerformOutcome {
  if (repeat) host.asked.push(row.key);
  if (repeat && host.writes.includes(row.key)) return { kind: 'done', result: {}, adopted: true, url: 'u' };
  host.writes.push(row.key);
  return { kind: 'done', result: { id: row.key }, adopted: false, url: 'u' };
}

export type OutboxWorld = ReturnType<typeof outboxWorld>;

/** A drain over it. */
export function drainOf(made: OutboxWorld, change: Partial<OutboxDrainOptions> = {}): OutboxDrain {
  const performer: Performer = { perform: async (row, { repeat }) => made.host.answer(row, repeat) };
  return createOutboxDrain({
    ports: {
      outbox: made.store.outbox,
      performer,
      settled: (row, end) => {
        made.ends.push([row.key, end.kind]);
        return Promise.resolve();
      },
      emit: made.recorder.emit,
      clock: made.clock,
    },
    ...change,
  });
}

export function row(key: string, lane = 'a', host = 'github.com'): NewOutboxRow {
  return { key, lane, host, kind: 'comment', payload: {}, createdAt: 0, source: {} };
}

/** Until nothing is left to do, at whatever time. */
export async function finish(drain: OutboxDrain, clock: VirtualClock): Promise<void> {
  drain.notify();
  do {
    await drain.idle();
  } while (clock.next());
  await drain.idle();
}
