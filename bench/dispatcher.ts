import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDispatcher, createSessionRecords, type Dispatcher, type GraphPort } from '@the-loop/dispatcher';
import { createMemoryStore, type DeliverySummary, type NewDelivery, openStore, type Store } from '@the-loop/store';
import { commentBody } from './fixtures/payloads.ts';
import { decisionPolicy, routeContext } from './fixtures/policy.ts';
import { type BenchOptions, milliseconds, type Row, shown } from './measure.ts';

const ITEMS = 1_000;
const BATCH = 64;

const at = { node: 'work', human: false, moved: false, assigned: true, report: '' };

/** A graph whose every item is at work, so that what is said goes to its agent. */
const graph: GraphPort = {
  context: () =>
    Promise.resolve({ placed: true, node: 'work', human: false, terminal: false, sessionPerPr: null, lines: [] }),
  start: () => Promise.resolve(at),
  consult: () => Promise.resolve({ ...at, consumed: false }),
  bindPullRequest: () => Promise.resolve(at),
  recordMerge: () => Promise.resolve(at),
  abandonNote: () => Promise.resolve(),
  reconsider: () => Promise.resolve(at),
  rehome: () => Promise.resolve(),
  cleanup: () => Promise.resolve(),
};

/** The real inbox and lanes; effects end at stubs, which count. */
function dispatcherOver(store: Store, effects: { count: number }): Dispatcher {
  const stubbed = () => {
    effects.count += 1;
    return Promise.resolve([]);
  };
  return createDispatcher({
    ports: {
      inbox: store.inbox,
      records: createSessionRecords(createMemoryStore({ now: () => new Date() }).records),
      turns: { put: stubbed },
      outbox: { put: stubbed },
      applied: {
        read: () => Promise.resolve([]),
        write: () => Promise.resolve(),
        remove: () => Promise.resolve(),
        deliveries: () => Promise.resolve([]),
      },
      graph,
      workspaces: {
        separate: true,
        prepare: () => Promise.resolve({ kind: 'ready', cwd: '/nowhere' }),
        inspect: () => Promise.resolve('absent'),
        follow: () => Promise.resolve(),
        carry: () => Promise.resolve(),
        remove: () => Promise.resolve({ kind: 'removed' }),
      },
      conversations: { end: () => Promise.resolve(), hold: () => undefined, letGo: () => undefined },
      moves: { move: () => Promise.resolve('renamed') },
      verifier: { lookup: (ref) => Promise.resolve({ kind: 'exists', ref }) },
      emit: () => undefined,
      clock: {
        now: Date.now,
        after: (ms, task) => {
          const timer = setTimeout(task, ms);
          return () => clearTimeout(timer);
        },
      },
      nudge: { turns: () => undefined, outbox: () => undefined },
      newSessionId: randomUUID,
    },
    settings: () => ({
      route: routeContext,
      policy: decisionPolicy,
      takesOver: () => false,
      agent: 'scripted',
      interaction: 'work-item',
      maxConcurrent: 64,
      maxAttempts: 5,
    }),
  });
}

function delivery(index: number): NewDelivery {
  const body = commentBody((index % ITEMS) + 1, index + 1, index < ITEMS ? 'the-loop start' : `Remark ${index}.`);
  return {
    host: 'github.com',
    hook: '1',
    guid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    event: 'issue_comment',
    source: 'webhook',
    receivedAt: Date.now(),
    body,
    bodyDigest: createHash('sha256').update(body).digest('hex'),
  };
}

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1_048_576;
}

/** Hands on deliveries `from` to `to` in the batches that they come in; answers the seconds that are not spent on making them. */
async function inBatches(
  [from, to]: readonly [number, number],
  take: (batch: readonly NewDelivery[]) => Promise<void>,
): Promise<number> {
  let making = 0;
  const all = await milliseconds(async () => {
    for (let next = from; next < to; next += BATCH) {
      const began = performance.now();
      const batch = Array.from({ length: Math.min(BATCH, to - next) }, (_, index) => delivery(next + index));
      making += performance.now() - began;
      await take(batch);
    }
  });
  return (all - making) / 1000;
}

/** Stores and works through deliveries as they would come; answers seconds. */
async function pass(store: Store, dispatcher: Dispatcher, range: readonly [number, number]): Promise<number> {
  const coming = await inBatches(range, async (batch) => {
    await store.inbox.accept(batch);
    dispatcher.notify();
  });
  return coming + (await milliseconds(() => dispatcher.idle())) / 1000;
}

/** The same deliveries through the store alone: what makes them last costs that much, whoever decides about them. */
async function floor(store: Store, count: number): Promise<number> {
  const { inbox } = store;
  const decision = { policy: decisionPolicy, note: 'x'.repeat(800) };
  const carry = async ({ id, fence, bodyDigest }: DeliverySummary): Promise<void> => {
    const lane = `github~octo~app~${(id % ITEMS) + 1}`;
    const logicalKey = `comment:IC_${id}:created`;
    await inbox.seen({ lane, logicalKey, bodyDigest, excluding: id });
    await inbox.decided(id, { lane, logicalKey, decision, fence });
    await inbox.settle(id, { status: 'settled', reason: 'event-delivered', fence });
  };
  const seconds = await inBatches([0, count], async (batch) => {
    await inbox.accept(batch);
    const rows = await inbox.claim({ owner: 'floor', limit: BATCH, leaseMs: 60_000 });
    await inbox.bodies(rows.map(({ id }) => id));
    await Promise.all(rows.map(carry));
  });
  return count / seconds;
}

async function withStore<Value>(use: (store: Store) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'the-loop-bench-'));
  const store = await openStore({ path: path.join(folder, 'the-loop.db'), now: () => new Date() });
  try {
    return await use(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many deliveries a second go from the store through the lanes to their end, and does memory stay flat? */
export async function dispatcherBench({ full }: BenchOptions): Promise<readonly Row[]> {
  const total = full ? 100_000 : 20_000;
  const alone = await withStore((store) => floor(store, total / 4));
  return withStore((store) => work(store, total, alone));
}

async function work(store: Store, total: number, alone: number): Promise<readonly Row[]> {
  const effects = { count: 0 };
  const dispatcher = dispatcherOver(store, effects);
  try {
    await dispatcher.start();
    const half = total / 2;
    const first = await pass(store, dispatcher, [0, half]);
    const before = memory();
    const second = await pass(store, dispatcher, [half, total]);
    const after = memory();
    const { open } = await store.inbox.count();
    if (open > 0 || dispatcher.counts().lanes > 0) throw new Error('something was left undone');
    const rate = total / (first + second);
    return [
      {
        what: `${total.toLocaleString('en-US')} deliveries over ${ITEMS.toLocaleString('en-US')} items, ${effects.count.toLocaleString('en-US')} effects stubbed`,
        measured: `${shown(rate)}/s`,
        beside: `${shown(half / first)}/s and ${shown(half / second)}/s in the halves; ${shown(alone)}/s for the store alone (${shown((rate / alone) * 100)} %)`,
        budget: '≥ 3,000/s',
      },
      {
        what: 'resident memory after the second half',
        measured: `${shown(after)} MiB`,
        beside: `${shown(before)} MiB after the first half (${shown((after / before - 1) * 100)} % more)`,
        budget: 'flat (± 10 %)',
      },
    ];
  } finally {
    await dispatcher.stop({ graceMs: 0 });
  }
}
