import { type WorkItemRef } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { createClosureReader } from './closure-reader.ts';

const TICKET: WorkItemRef = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 };
const { signal } = new AbortController();

it.each([
  ['merge', () => Promise.resolve({ by: 'merge', at: 'T' } as const)],
  ['person', () => Promise.resolve({ by: 'person', at: 'T' } as const)],
  ['unknown', () => Promise.resolve(null)],
  ['unknown', () => Promise.reject(new Error('down'))],
] as const)('answers %s', async (expected, closer) => {
  expect(await createClosureReader({ closer }).closer(TICKET, { signal })).toBe(expected);
});
