import { describe, expect, it } from 'vitest';
import { drainOf, finish, outboxWorld, row } from '../testing/outbox-world.ts';

describe('the pace of writes', () => {
  it('holds all writes of a host that asks to wait, and no other', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1'), row('b1', 'b'), row('c1', 'c', 'ghe.example')]);
    const start = made.clock.now();
    const at: [string, number][] = [];
    const answer = made.host.answer;
    made.host.answer = (each, repeat) => {
      at.push([each.key, made.clock.now() - start]);
      if (at.length === 1) return { kind: 'unavailable', error: 'asked to wait', retryAfterMs: 30_000 };
      return answer(each, repeat);
    };
    await finish(drainOf(made, { rates: () => null, maxConcurrent: 1 }), made.clock);
    expect(at.map(([key]) => key).sort()).toEqual(['a1', 'a1', 'b1', 'c1']);
    expect(at.filter(([, time]) => time < 30_000).map(([key]) => key)).toEqual(['a1', 'c1']);
    expect(made.recorder.of('outbox.throttled')).toHaveLength(1);
  });

  it('waits no longer than an hour, whatever the host says', async () => {
    const made = outboxWorld();
    await made.store.outbox.put([row('a1')]);
    const start = made.clock.now();
    const at: number[] = [];
    made.host.answer = () => {
      at.push(made.clock.now() - start);
      if (at.length > 1) return { kind: 'done', result: {}, adopted: false, url: '' };
      return { kind: 'unavailable', error: 'asked to wait', retryAfterMs: 10 * 365 * 86_400_000 };
    };
    await finish(drainOf(made), made.clock);
    expect(at).toEqual([0, 3_600_000]);
  });

  it('counts what it wrote before a restart, and every write of one row', async () => {
    const made = outboxWorld();
    const rates = () => ({ perMinute: 3, perHour: 100 });
    const start = made.clock.now();
    const at = new Map<string, number>();
    const answer = made.host.answer;
    made.host.answer = async (each, repeat) => {
      at.set(each.key, made.clock.now() - start);
      const outcome = await answer(each, repeat);
      return outcome.kind === 'done' && each.key === 'a1' ? { ...outcome, writes: 2 } : outcome;
    };
    await made.store.outbox.put([row('a1'), row('a2'), row('a3')]);
    await finish(drainOf(made, { rates }), made.clock);
    expect([...at.values()]).toEqual([0, 0, 60_000]);
    await made.store.outbox.put([row('a4'), row('a5'), row('a6')]);
    const next = drainOf(made, { rates });
    await next.start();
    await finish(next, made.clock);
    expect([...at.values()].slice(3)).toEqual([60_000, 60_000, 120_000]);
  });

  it('counts the tries of a write that was refused', async () => {
    const made = outboxWorld();
    const start = made.clock.now();
    const at: number[] = [];
    made.host.answer = () => {
      at.push(made.clock.now() - start);
      return { kind: 'forgone', result: {}, writes: 3 };
    };
    await made.store.outbox.put([row('a1'), row('a2')]);
    await finish(drainOf(made, { rates: () => ({ perMinute: 3, perHour: 100 }) }), made.clock);
    expect(at).toEqual([0, 60_000]);
  });

  it('shapes the rate per host, and not at all where no limit is set', async () => {
    const made = outboxWorld();
    const rows = Array.from({ length: 5 }, (_, n) => row(`slow-${n}`, `s${n}`, 'slow.example'));
    await made.store.outbox.put([
      ...rows,
      ...Array.from({ length: 5 }, (_, n) => row(`fast-${n}`, `f${n}`, 'fast.example')),
    ]);
    const rates = (host: string) => (host === 'slow.example' ? { perMinute: 2, perHour: 100 } : null);
    const at = new Map<string, number>();
    const start = made.clock.now();
    const answer = made.host.answer;
    made.host.answer = (each, repeat) => {
      at.set(each.key, made.clock.now() - start);
      return answer(each, repeat);
    };
    await finish(drainOf(made, { rates, maxConcurrent: 10 }), made.clock);
    const slow = rows.map(({ key }) => at.get(key));
    expect(slow).toEqual([0, 0, 60_000, 60_000, 120_000]);
    expect(at.get('fast-4')).toBe(0);
    expect(made.recorder.of('outbox.throttled').length).toBeLessThanOrEqual(2);
  });
});
