import { type WorkItemRef } from '@the-loop/graph-core';
import { GithubError, type GithubOperations } from '@the-loop/integrations-github';
import { expect, it } from 'vitest';
import { createClosureReader } from './closure-reader.ts';

const TICKET: WorkItemRef = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 };
const fault = (retry: 'never' | 'later') => new GithubError('GITHUB_TIMEOUT', 'no answer', { retry });
const { signal } = new AbortController();

it.each([
  ['merge', () => Promise.resolve({ by: 'merge', at: 'T' } as const)],
  ['person', () => Promise.resolve({ by: 'person', at: 'T' } as const)],
  ['unknown', () => Promise.resolve(null)],
  ['unknown', () => Promise.reject(new Error('down'))],
] as const)('answers %s', async (expected, closer) => {
  expect(
    await createClosureReader({ closer, getItem: () => Promise.reject(new Error('not asked')) }).closer(TICKET, {
      signal,
    }),
  ).toBe(expected);
});

it.each<[string, readonly string[] | null, () => ReturnType<GithubOperations['getItem']>]>([
  ['that is missing', [], () => Promise.resolve({ kind: 'missing', status: 404 })],
  ['that nobody may see', [], () => Promise.reject(fault('never'))],
  ['while GitHub is away', null, () => Promise.reject(fault('later'))],
])('tells the labels of a ticket %s', async (_title, expected, getItem) => {
  const reader = createClosureReader({ getItem, closer: () => Promise.reject(new Error('not asked')) });
  expect(await reader.labels(TICKET, { signal })).toEqual(expected);
});
