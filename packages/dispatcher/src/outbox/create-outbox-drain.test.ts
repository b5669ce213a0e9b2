import { type Store } from '@the-loop/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLife, mortalPort } from '../testing/mortal.ts';
import { drainOf, finish, outboxWorld, reach, row } from '../testing/outbox-world.ts';
import { createOutboxDrain } from './create-outbox-drain.ts';
import { type Performer } from './perform.ts';

async function statusOf(store: Store, key: string): Promise<string | undefined> {
  return (await store.outbox.get(key))?.status;
}

describe('the outbox drain', () => {
  it('makes each write once, in the order of its lane', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1'), row('a2'), row('b1', 'b'), row('a3')]);
    await finish(drainOf(made), made.clock);
    expect(made.host.writes.filter((key) => key.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(made.ends.map(([key]) => key).sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('looks for a write that a crash left in flight before anything of its lane', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1'), row('a2')]);
    await made.store.outbox.begin('a1');
    made.host.writes.push('a1');
    const drain = drainOf(made);
    await drain.start();
    await finish(drain, made.clock);
    expect(made.host.asked).toEqual(['a1']);
    expect(made.host.writes).toEqual(['a1', 'a2']);
    expect(made.recorder.of('outbox.adopted')).toHaveLength(1);
  });

  it('tells of a write that had nothing to do, and does not count it as made', async () => {
    const made = outboxWorld();
    made.host.answer = () => ({ kind: 'done', result: {}, adopted: false, url: '', writes: 0 });
    await made.store.outbox.put([row('a1')]);
    await finish(drainOf(made), made.clock);
    expect(made.recorder.of('outbox.needless')).toMatchObject([{ op_key: 'a1' }]);
    expect(made.recorder.of('outbox.performed')).toEqual([]);
    expect(made.ends).toEqual([['a1', 'done']]);
  });

  it('tells a refusal that the work can do without neither as made nor as needless, and lets its lane go on', async () => {
    const made = outboxWorld();
    const { answer } = made.host;
    const result = { degraded: 'nobody was asked' };
    made.host.answer = (each, repeat) => (each.key === 'a1' ? { kind: 'forgone', result } : answer(each, repeat));
    await made.store.outbox.put([row('a1'), row('a2')]);
    await finish(drainOf(made), made.clock);
    const told = ['outbox.performed', 'outbox.needless', 'outbox.dead', 'outbox.failed'] as const;
    expect(told.map((event) => made.recorder.of(event).map(({ op_key: key }) => key))).toEqual([['a2'], [], [], []]);
    expect(await made.store.outbox.get('a1')).toMatchObject({ status: 'done', result });
    expect(made.ends).toEqual([
      ['a1', 'done'],
      ['a2', 'done'],
    ]);
  });

  it('begins durably before it writes', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1')]);
    const seen: (string | undefined)[] = [];
    made.host.answer = async (each) => {
      seen.push(await statusOf(made.store, each.key));
      return { kind: 'done', result: {}, adopted: false, url: '' };
    };
    await finish(drainOf(made), made.clock);
    expect(seen).toEqual(['in-flight']);
  });

  it('waits as long as the host asks, and longer with each failure', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1')]);
    const times: number[] = [];
    const start = made.clock.now();
    made.host.answer = () => {
      times.push(made.clock.now() - start);
      if (times.length === 1) return { kind: 'failed', error: 'asked to wait', retryAfterMs: 30_000 };
      if (times.length < 4) return { kind: 'failed', error: 'again', retryAfterMs: null };
      return { kind: 'done', result: {}, adopted: false, url: '' };
    };
    await finish(drainOf(made), made.clock);
    expect(times).toEqual([0, 30_000, 32_000, 36_000]);
  });

  it('gives a failing write up at the limit, a refused one at once, and goes on with the lane', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1'), row('a2'), row('a3')]);
    made.host.answer = (each, repeat) => {
      if (each.key === 'a1') return { kind: 'failed', error: 'no', retryAfterMs: null };
      return each.key === 'a2' ? { kind: 'refused', error: 'never' } : reach(made.host, each, repeat);
    };
    await finish(drainOf(made, { maxAttempts: 3 }), made.clock);
    expect(await statusOf(made.store, 'a1')).toBe('dead');
    expect((await made.store.outbox.get('a1'))?.attempts).toBe(3);
    expect((await made.store.outbox.get('a2'))?.attempts).toBe(1);
    expect(made.host.writes).toEqual(['a3']);
    expect(made.ends).toEqual([
      ['a1', 'dead'],
      ['a2', 'dead'],
      ['a3', 'done'],
    ]);
  });

  it('drops nothing while a host is away for an hour', async () => {
    const made = outboxWorld();
    const back = made.clock.now() + 3_600_000;
    await made.store.outbox.put([row('a1'), row('a2')]);
    made.host.answer = (each, repeat) =>
      made.clock.now() < back
        ? { kind: 'unavailable', error: 'no answer', retryAfterMs: null }
        : reach(made.host, each, repeat);
    await finish(drainOf(made, { maxAttempts: 3 }), made.clock);
    expect(made.host.writes).toEqual(['a1', 'a2']);
    expect(made.recorder.of('outbox.dead')).toEqual([]);
  });

  it('leaves an aborted write in flight for the next start', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1')]);
    const performer: Performer = {
      perform: (_row, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    };
    const drain = drainOf(made);
    const stuck = createOutboxDrain({
      ports: {
        outbox: made.store.outbox,
        performer,
        settled: () => Promise.resolve(),
        emit: made.recorder.emit,
        clock: made.clock,
      },
    });
    stuck.notify();
    while ((await statusOf(made.store, 'a1')) !== 'in-flight') await Promise.resolve();
    const stopped = stuck.stop({ graceMs: 100 });
    made.clock.advance(100);
    await stopped;
    expect(await statusOf(made.store, 'a1')).toBe('in-flight');
    await drain.start();
    await finish(drain, made.clock);
    expect(made.host.writes).toEqual(['a1']);
  });

  it('looks for a write whose end could not be recorded', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1')]);
    let failures = 1;
    const drain = createOutboxDrain({
      ports: {
        outbox: made.store.outbox,
        performer: { perform: (each, { repeat }) => Promise.resolve(reach(made.host, each, repeat)) },
        settled: () => (failures-- > 0 ? Promise.reject(new Error('disk')) : Promise.resolve()),
        emit: made.recorder.emit,
        clock: made.clock,
      },
    });
    drain.notify();
    while (made.recorder.of('dispatch.error').length === 0) await Promise.resolve();
    while (made.clock.next()) await Promise.resolve();
    await drain.idle();
    expect(made.host.writes).toEqual(['a1']);
    expect(await statusOf(made.store, 'a1')).toBe('done');
  });

  it('makes every write once whatever fails and whenever it dies', async () => {
    const plan = fc.array(
      fc.record({ lane: fc.constantFrom('a', 'b'), fails: fc.integer({ min: 0, max: 3 }), lost: fc.boolean() }),
      { maxLength: 8 },
    );
    const death = fc.record({
      steps: fc.integer({ min: 1, max: 40 }),
      when: fc.constantFrom<'before' | 'after'>('before', 'after'),
    });
    await fc.assert(
      fc.asyncProperty(plan, death, async (rows, { steps, when }) => {
        const made = outboxWorld();
        await made.store.outbox.put(rows.map(({ lane }, n) => row(`w${n}`, lane)));
        const left = rows.map(({ fails }) => fails);
        made.host.answer = (each, repeat) => {
          const n = Number(each.key.slice(1));
          if ((left[n] ?? 0) === 0) return reach(made.host, each, repeat);
          left[n] = (left[n] ?? 0) - 1;
          // An answer that was lost on the way back.
          if (rows[n]?.lost) reach(made.host, each, repeat);
          return { kind: 'failed', error: 'no', retryAfterMs: null };
        };
        const life = createLife(steps, when);
        const performer: Performer = { perform: async (each, { repeat }) => made.host.answer(each, repeat) };
        const mortal = createOutboxDrain({
          ports: {
            outbox: mortalPort(made.store.outbox, life),
            performer: mortalPort(performer, life),
            settled: () => Promise.resolve(),
            emit: made.recorder.emit,
            clock: made.clock,
          },
        });
        await Promise.race([finish(mortal, made.clock), life.died]);
        const next = drainOf(made);
        await next.start();
        await finish(next, made.clock);
        expect([...made.host.writes].sort()).toEqual(rows.map((_, n) => `w${n}`).sort());
        for (const lane of ['a', 'b']) {
          const wanted = rows.flatMap((each, n) => (each.lane === lane ? [`w${n}`] : []));
          expect(made.host.writes.filter((key) => wanted.includes(key))).toEqual(wanted);
        }
      }),
      { numRuns: 100 },
    );
  });
});
