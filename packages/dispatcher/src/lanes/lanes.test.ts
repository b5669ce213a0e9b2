import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createLanes, type RowEnd, type Urgency } from './lanes.ts';

interface Gate {
  readonly row: string;
  open(end?: RowEnd): void;
}

const URGENCY: Readonly<Record<string, Urgency>> = { '!': 'urgent', '?': 'urgent', '#': 'barrier' };

/** Lanes whose rows run until the test lets them end. */
function gated(cap: number) {
  const clock = createVirtualClock();
  const running: Gate[] = [];
  const lanes = createLanes<string>({
    cap: () => cap,
    clock,
    urgency: (row) => URGENCY[row.slice(1)] ?? 'patient',
    run: (row) =>
      new Promise((resolve) => {
        running.push({ row, open: (end = { kind: 'done' }) => resolve(end) });
      }),
  });
  const finish = async (row: string, end?: RowEnd): Promise<void> => {
    const index = running.findIndex((gate) => gate.row === row);
    running.splice(index, 1)[0]?.open(end);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { clock, lanes, rows: () => running.map((gate) => gate.row), finish };
}

describe('lanes', () => {
  it('keep the order within a lane and run lanes side by side up to the cap', async () => {
    const { lanes, rows, finish } = gated(2);
    for (const [lane, row] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['c', 'c1'],
    ] as const)
      lanes.push(lane, row);
    expect(rows()).toEqual(['a1', 'b1']);
    await finish('a1');
    expect(rows()).toEqual(['b1', 'c1']);
    await finish('b1');
    expect(rows()).toEqual(['c1', 'a2']);
  });

  it('retire when they are empty', async () => {
    const { lanes, finish } = gated(4);
    lanes.push('a', 'a1');
    lanes.push('b', 'b1');
    await finish('a1');
    expect(lanes.counts()).toEqual({ lanes: 1, rows: 1, running: 1 });
    await finish('b1');
    expect(lanes.counts()).toEqual({ lanes: 0, rows: 0, running: 0 });
  });

  it('let nothing overtake a row that waits for its next try, and hold up no other lane', async () => {
    const { clock, lanes, rows, finish } = gated(1);
    lanes.push('a', 'a1');
    lanes.push('a', 'a2');
    lanes.push('b', 'b1');
    await finish('a1', { kind: 'again', at: clock.now() + 1000 });
    expect(rows()).toEqual(['b1']);
    await finish('b1');
    expect(rows()).toEqual([]);
    clock.advance(1000);
    expect(rows()).toEqual(['a1']);
  });

  it('know which rows wait for a time, those behind them included', async () => {
    const { clock, lanes, finish } = gated(2);
    lanes.push('a', 'a1');
    lanes.push('a', 'a2');
    lanes.push('b', 'b1');
    expect(lanes.parked()).toBe(0);
    await finish('a1', { kind: 'again', at: clock.now() + 1000 });
    expect(lanes.parked()).toBe(2);
    lanes.push('a', 'a3');
    expect(lanes.parked()).toBe(3);
    clock.advance(1000);
    expect(lanes.parked()).toBe(0);
    lanes.push('c', 'c1', clock.now() + 1000);
    expect(lanes.parked()).toBe(1);
  });

  it('let what is urgent go before a head that waits for an agent, whenever it comes', async () => {
    const { clock, lanes, rows, finish } = gated(1);
    const busy = () => ({ kind: 'busy', at: clock.now() + 1000 }) as const;
    for (const row of ['a1', 'a2', 'a!']) lanes.push('a', row);
    await finish('a1', busy());
    expect(rows()).toEqual(['a!']);
    await finish('a!');
    expect(lanes.parked()).toBe(2);
    lanes.push('a', 'a?');
    expect(rows()).toEqual(['a?']);
    expect(lanes.parked()).toBe(0);
    await finish('a?');
    lanes.push('b', 'b!');
    await finish('b!', { kind: 'again', at: clock.now() + 500 });
    lanes.rename('b', 'a');
    expect(lanes.counts()).toMatchObject({ lanes: 1, rows: 3 });
    clock.advance(1000);
    expect(rows()).toEqual(['b!']);
    await finish('b!');
    expect(rows()).toEqual(['a1']);
    await finish('a1');
    expect(rows()).toEqual(['a2']);
    await finish('a2');
    expect([lanes.counts().lanes, lanes.parked()]).toEqual([0, 0]);
  });

  it('let nothing pass a barrier, nor a head that waits for anything else', async () => {
    const { clock, lanes, rows, finish } = gated(1);
    const at = clock.now() + 1000;
    for (const row of ['a1', 'a#', 'a!']) lanes.push('a', row);
    await finish('a1', { kind: 'busy', at });
    for (const row of ['b1', 'b!']) lanes.push('b', row);
    await finish('b1', { kind: 'again', at });
    expect(rows()).toEqual([]);
  });

  it('finish what runs when stopped, and answer the rest', async () => {
    const { lanes, rows, finish } = gated(1);
    lanes.push('a', 'a1');
    lanes.push('a', 'a2');
    lanes.push('b', 'b1');
    const stopped = lanes.stop();
    await finish('a1');
    expect(await stopped).toEqual(['a2', 'b1']);
    expect(rows()).toEqual([]);
  });

  it('run every row once and in order, whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ lane: fc.constantFrom('a', 'b', 'c'), fails: fc.integer({ min: 0, max: 2 }) })),
        fc.integer({ min: 1, max: 3 }),
        async (plan, cap) => {
          const clock = createVirtualClock();
          const ended: { lane: string; id: number }[] = [];
          const tries = new Map<number, number>();
          let most = 0;
          const lanes = createLanes<{ id: number; fails: number }>({
            cap: () => cap,
            clock,
            run: async ({ id, fails }, lane) => {
              most = Math.max(most, lanes.counts().running);
              await Promise.resolve();
              const tried = (tries.get(id) ?? 0) + 1;
              tries.set(id, tried);
              if (tried <= fails) return { kind: 'again', at: clock.now() + 10 };
              ended.push({ lane, id });
              return { kind: 'done' };
            },
          });
          for (const [id, { lane, fails }] of plan.entries()) lanes.push(lane, { id, fails });
          do {
            await lanes.quiet();
          } while (clock.next());
          await lanes.quiet();
          for (const lane of ['a', 'b', 'c']) {
            const wanted = [...plan.entries()].filter(([, each]) => each.lane === lane).map(([id]) => id);
            expect(ended.filter((each) => each.lane === lane).map(({ id }) => id)).toEqual(wanted);
          }
          expect(most).toBeLessThanOrEqual(cap);
        },
      ),
    );
  });
});
