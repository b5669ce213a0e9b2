import { expect, it } from 'vitest';
import { planPause } from './plan-pause.ts';

const HOUR = 3_600_000;
const limit = (remaining: number) => ({ limit: 5000, remaining, resetAt: HOUR });

it.each([
  ['not at all without a limit', null, 4, 0],
  ['not at all while there is plenty', limit(1250), 4, 0],
  ['for its part of what is left', limit(900), 4, HOUR / 100],
  ['for less when a cycle costs less', limit(900), 1, HOUR / 400],
  ['until the reset when the rest is kept', limit(500), 4, HOUR],
  ['until the reset when nothing is left', limit(0), 0, HOUR],
])('pauses %s', (_, left, cost, pause) => {
  expect(planPause(left, { cost, now: 0 })).toBe(pause);
});

it('pauses no longer than to a reset that has passed', () => {
  expect(planPause(limit(0), { cost: 4, now: 2 * HOUR })).toBe(0);
});
