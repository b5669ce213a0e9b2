import { expect, it } from 'vitest';
import { planPause } from './plan-pause.ts';

const HOUR = 3_600_000;
const limit = (remaining: number) => ({ limit: 5000, remaining, resetAt: HOUR });

it.each([
  { when: 'not at all without a limit', left: null, cost: 4, pause: 0 },
  { when: 'not at all while there is plenty', left: limit(1250), cost: 4, pause: 0 },
  { when: 'for its part of what is left', left: limit(900), cost: 4, pause: HOUR / 100 },
  { when: 'for less when a cycle costs less', left: limit(900), cost: 1, pause: HOUR / 400 },
  { when: 'until the reset when the rest is kept', left: limit(500), cost: 4, pause: HOUR },
  { when: 'until the reset when nothing is left', left: limit(0), cost: 0, pause: HOUR },
])('pauses $when', ({ left, cost, pause }) => {
  expect(planPause(left, { cost, now: 0 })).toBe(pause);
});

it('pauses no longer than to a reset that has passed', () => {
  expect(planPause(limit(0), { cost: 4, now: 2 * HOUR })).toBe(0);
});
