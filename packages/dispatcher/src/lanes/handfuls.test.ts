import { type DeliverySummary } from '@the-loop/store';
import { describe, expect, it } from 'vitest';
import { handfuls } from './handfuls.ts';

const rowsOf = (...sizes: readonly number[]) => sizes.map((bytes, id) => ({ id, bytes }) as DeliverySummary);
const KIB = 1024;

describe('handfuls', () => {
  it.each([
    [[], []],
    [[1, 2, 3], [[1, 2, 3]]],
    [
      [200 * KIB, 56 * KIB, 1],
      [[200 * KIB, 56 * KIB], [1]],
    ],
    [
      [1, 300 * KIB, 300 * KIB, 2],
      [[1], [300 * KIB], [300 * KIB], [2]],
    ],
  ])('of %j bytes', (sizes, expected) => {
    expect([...handfuls(rowsOf(...sizes))].map((rows) => rows.map(({ bytes }) => bytes))).toEqual(expected);
  });
});
