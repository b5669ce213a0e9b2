import { expect, it } from 'vitest';
import { nearestKey } from './nearest-key.ts';

const known = ['routing', 'service', 'specDir', 'authorizedUsers'];

it.each([
  ['routting', 'routing'],
  ['rotuing', 'routing'],
  ['spec_dir', 'specDir'],
  ['AUTHORIZEDUSER', 'authorizedUsers'],
  ['sevrice', 'service'],
  ['tooling', null],
  ['x', null],
  ['', null],
  ['a'.repeat(10_000), null],
])('takes "%.20s" for %s', (key, nearest) => {
  expect(nearestKey(key, known)).toBe(nearest);
});
