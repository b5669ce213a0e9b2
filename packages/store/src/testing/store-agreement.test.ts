import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventRecord, LEVELS } from '@the-loop/events';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryStore } from '../memory/memory-store.ts';
import { openStore } from '../open-store.ts';
import { type Store } from '../ports/store.ts';
import { aDelivery, aTurn, aWrite, createTestClock } from './samples.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'the-loop-agreement-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One thing to do to a store; the answer is what is compared. */
type Act = (store: Store) => Promise<unknown>;

const n = fc.integer({ min: 1, max: 5 });
const lane = fc.constantFrom('a', 'b');
const time = fc.integer({ min: 0, max: 40 }).map((plus) => createTestClock().ms + plus);
const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const fence = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
const withFence = (of: number | undefined) => (of === undefined ? {} : { fence: of });

const inboxActs: fc.Arbitrary<Act>[] = [
  fc.array(n, { maxLength: 4 }).map(
    (ns): Act =>
      ({ inbox }) =>
        inbox.accept(ns.map((each) => aDelivery(each, { bodyDigest: `${each % 3}` }))),
  ),
  fc.tuple(n, fc.constantFrom('x', 'y'), fc.boolean()).map(
    ([limit, owner, waiting]): Act =>
      ({ inbox }) =>
        inbox.claim({ owner, limit, leaseMs: 10, waiting }),
  ),
  fc.constantFrom('x', 'y').map(
    (owner): Act =>
      async ({ inbox }) =>
        (await inbox.renew({ owner, leaseMs: 10 })).sort(),
  ),
  fc.constantFrom('x', 'y', undefined).map(
    (owner): Act =>
      ({ inbox }) =>
        inbox.release(owner),
  ),
  n.map(
    (id): Act =>
      ({ inbox }) =>
        inbox.get(id),
  ),
  n.map(
    (id): Act =>
      ({ inbox }) =>
        inbox.find(`guid-${id}`),
  ),
  fc.tuple(n, lane, fc.constantFrom(null, 'k1', 'k2'), fence).map(
    ([id, to, logicalKey, of]): Act =>
      ({ inbox }) =>
        inbox.decided(id, { lane: to, logicalKey, decision: { id }, ...withFence(of) }),
  ),
  fc.tuple(n, fc.constantFrom('settled' as const, 'dropped' as const), fence).map(
    ([id, status, of]): Act =>
      ({ inbox }) =>
        inbox.settle(id, { status, reason: status, ...withFence(of) }),
  ),
  fc.tuple(n, time, text, fc.boolean(), fc.boolean()).map(
    ([id, notBefore, error, keepClaim, counts]): Act =>
      ({ inbox }) =>
        inbox.retry(id, { error, notBefore, keepClaim, counts }),
  ),
  n.map(
    (id): Act =>
      ({ inbox }) =>
        inbox.dead(id, { reason: 'x' }),
  ),
  n.map(
    (id): Act =>
      ({ inbox }) =>
        inbox.requeue(id),
  ),
  fc.tuple(lane, n).map(
    ([of, id]): Act =>
      ({ inbox }) =>
        inbox.earlier(of, id),
  ),
  fc.tuple(lane, n, fc.constantFrom(null, 'k1', 'k2')).map(
    ([of, id, logicalKey]): Act =>
      ({ inbox }) =>
        inbox.seen({ lane: of, logicalKey, bodyDigest: `${id % 3}`, excluding: id }),
  ),
  fc.constant<Act>(({ inbox }) => inbox.list({ limit: 9 })),
];

const outboxActs: fc.Arbitrary<Act>[] = [
  fc.tuple(fc.array(n, { maxLength: 3 }), lane, fc.jsonValue({ maxDepth: 2 })).map(
    ([ns, of, payload]): Act =>
      ({ outbox }) =>
        outbox.put(ns.map((each) => aWrite(each, { lane: of, payload }))),
  ),
  fc.tuple(time, n).map(
    ([at, limit]): Act =>
      ({ outbox }) =>
        outbox.due(at, limit),
  ),
  n.map(
    (each): Act =>
      ({ outbox }) =>
        outbox.begin(`op-${each}`),
  ),
  fc.tuple(n, text).map(
    ([each, result]): Act =>
      ({ outbox }) =>
        outbox.done(`op-${each}`, result),
  ),
  fc.tuple(n, time).map(
    ([each, notBefore]): Act =>
      ({ outbox }) =>
        outbox.retry(`op-${each}`, { error: 'x', notBefore }),
  ),
  n.map(
    (each): Act =>
      ({ outbox }) =>
        outbox.dead(`op-${each}`, 'x'),
  ),
  n.map(
    (each): Act =>
      ({ outbox }) =>
        outbox.requeue(`op-${each}`),
  ),
  fc.constant<Act>(({ outbox }) => outbox.list({ limit: 9 })),
];

const turnActs: fc.Arbitrary<Act>[] = [
  fc.tuple(n, lane, text).map(
    ([each, endpoint, prompt]): Act =>
      ({ turns }) =>
        turns.put([aTurn(each, { endpoint, prompt })]),
  ),
  lane.map(
    (endpoint): Act =>
      ({ turns }) =>
        turns.next(endpoint),
  ),
  fc.constant<Act>(({ turns }) => turns.ready()),
  fc.tuple(n, fc.option(n)).map(
    ([each, pid]): Act =>
      ({ turns }) =>
        turns.begin(`turn-${each}`, { pid, startTime: null, attempt: each }),
  ),
  fc.tuple(n, fc.option(n)).map(
    ([each, exitCode]): Act =>
      ({ turns }) =>
        turns.finish(`turn-${each}`, { status: 'exited', exitCode, note: '' }),
  ),
  n.map(
    (each): Act =>
      ({ turns }) =>
        turns.requeue(`turn-${each}`),
  ),
  fc.constant<Act>(({ turns }) => turns.list({ limit: 9 })),
];

const key = fc.oneof(fc.constantFrom('a', 'a/1', 'é'), text);
const recordActs: fc.Arbitrary<Act>[] = [
  fc.tuple(key, fc.option(n), text).map(
    ([of, expectedRevision, value]): Act =>
      ({ records }) =>
        records.put('k', of, { value, expectedRevision }),
  ),
  fc.tuple(key, n).map(
    ([of, revision]): Act =>
      ({ records }) =>
        records.remove('k', of, revision),
  ),
  key.map(
    (of): Act =>
      ({ records }) =>
        records.get('k', of),
  ),
  fc.tuple(key, fc.option(key, { nil: undefined }), n).map(
    ([prefix, after, limit]): Act =>
      ({ records }) =>
        records.list('k', after === undefined ? { prefix } : { after, limit }),
  ),
];

const type = fc.constantFrom('graph.advanced', 'graph.blocked', 'poll.cycle');
const eventActs: fc.Arbitrary<Act>[] = [
  fc.tuple(type, time, fc.constantFrom(...LEVELS), lane).map(([event, at, level, item]): Act => {
    const record: EventRecord = {
      ts: new Date(at).toISOString(),
      source: 's',
      event,
      level,
      pid: 1,
      work_items: [item],
      delivery_id: item,
    };
    return ({ eventLog }) => eventLog.append(record);
  }),
  fc.tuple(fc.constantFrom('graph.*', '*', 'p?ll.*', '*.b*d', '['), fc.constantFrom(...LEVELS), time, n).map(
    ([glob, level, since, limit]): Act =>
      ({ eventLog }) =>
        eventLog.query({ types: [glob], level, since, limit }),
  ),
  fc.tuple(lane, n).map(
    ([workItem, after]): Act =>
      ({ eventLog }) =>
        eventLog.query({ workItem, after, limit: 3 }),
  ),
];

const sweep = fc.tuple(time, time).map(
  ([finishedBefore, eventsBefore]): Act =>
    (store) =>
      store.sweep({ finishedBefore, eventsBefore }),
);

it.each([
  ['inbox', inboxActs],
  ['outbox', outboxActs],
  ['turns', turnActs],
  ['records', recordActs],
  ['event log', eventActs],
])('the %s on disk and the one in memory answer alike, whatever they are asked', async (name, acts) => {
  let made = 0;
  const steps = fc.array(fc.tuple(fc.oneof(...acts, sweep), fc.integer({ min: 0, max: 8 })), {
    minLength: 1,
    maxLength: 40,
  });
  const property = fc.asyncProperty(steps, async (sequence) => {
    made += 1;
    const clock = createTestClock();
    const disk = await openStore({ path: join(folder, `${name}-${made}.db`), now: clock.now });
    const memory = createMemoryStore(clock);
    for (const [act, passed] of sequence) {
      expect(await act(disk)).toEqual(await act(memory));
      clock.ms += passed;
    }
    await disk.close();
  });
  await fc.assert(property, { numRuns: 60 });
});
