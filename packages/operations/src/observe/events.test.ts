import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventQuestion, type ListedEvent, type OperationContext } from '../operation-context.ts';
import { untouchedContext } from '../testing/untouched-context.ts';
import { events, readSince } from './events.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('--since', () => {
  it.each([
    ['30s', NOW - 30_000],
    ['15m', NOW - 15 * 60_000],
    ['2h', NOW - 2 * 3_600_000],
    ['1d', NOW - 86_400_000],
    ['2026-02-28T00:00:00Z', Date.parse('2026-02-28T00:00:00Z')],
  ])('%s is an instant', (text, instant) => {
    expect(readSince(text, NOW)).toBe(instant);
  });

  it.each(['', 'yesterday', '15', '15 m', '-5m', '1w', '9999999m'])('%j is none, and the remedy shows one', (text) => {
    expect(() => readSince(text, NOW)).toThrow(
      expect.objectContaining({ code: 'OPERATION_USAGE', remedy: expect.stringContaining('15m') }),
    );
  });

  it('an age is never in the future', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.constantFrom('s', 'm', 'h', 'd'), (count, unit) => {
        expect(readSince(`${count}${unit}`, NOW)).toBeLessThanOrEqual(NOW);
      }),
    );
  });
});

describe('events', () => {
  const asked: EventQuestion[] = [];
  const stored: ListedEvent[] = [
    {
      id: 3,
      ts: '2026-03-01T12:00:00Z',
      event: 'graph.started',
      level: 'info',
      source: 'service',
      pid: 1,
      node: 'work',
    },
  ];
  const context = (found: readonly ListedEvent[]): OperationContext => ({
    ...untouchedContext(),
    events: {
      query(question) {
        asked.push(question);
        return Promise.resolve(found);
      },
    },
  });

  it('asks for exactly what was given', async () => {
    await events.invoke(context([]), {
      type: ['graph.*'],
      workItem: 'github:a/b#1',
      level: 'warning',
      after: 2,
      limit: 7,
    });
    expect(asked.at(-1)).toEqual({
      types: ['graph.*'],
      workItem: 'github:a/b#1',
      level: 'warning',
      after: 2,
      limit: 7,
    });
    await events.invoke(context([]), {});
    expect(asked.at(-1)).toEqual({ limit: 50 });
  });

  it('shows nothing that steers a terminal', async () => {
    const told: ListedEvent = {
      id: 4,
      source: 'service',
      pid: 1,
      ts: 't',
      level: 'info',
      event: 'graph.started',
      reason: 'a\u001B[2Jb\u202Ec',
    };
    const { text } = await events.invoke(context([told]), {});
    expect(text).toContain('reason=a?[2Jb?c');
  });

  it('prints one line per event, without its envelope twice', async () => {
    const { text, exitCode } = await events.invoke(context(stored), {});
    expect(text).toMatch(/^2026-03-01T12:00:00Z info +graph\.started +node=work$/);
    expect(exitCode).toBe(0);
    expect((await events.invoke(context([]), {})).text).toBe('(no matching events)');
  });

  it.each([{ limit: 0 }, { limit: 10_001 }, { after: -1 }, { level: 'loud' }])('refuses %j', async (input) => {
    const untouched = untouchedContext();
    await expect(events.invoke(untouched, input)).rejects.toMatchObject({ code: 'OPERATION_INPUT_INVALID' });
    expect(untouched.reached()).toBe(0);
  });
});
