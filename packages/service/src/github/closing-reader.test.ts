import { type WorkItemRef } from '@the-loop/graph-core';
import { GithubError } from '@the-loop/integrations-github';
import { expect, it } from 'vitest';
import { createClosingReader } from './closing-reader.ts';

const PULL: WorkItemRef = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 3 };
const TICKET: WorkItemRef = { ...PULL, number: 1 };
const { signal } = new AbortController();
const at = (updatedAt: string) => ({ ref: PULL, nodeId: 'PR_3', updatedAt });

function github(answer: () => Promise<readonly WorkItemRef[]>) {
  const asked: number[] = [];
  return {
    asked,
    closingReferences: ({ number }: WorkItemRef) => {
      asked.push(number);
      return answer();
    },
    getPullRequest: ({ number }: WorkItemRef) => {
      asked.push(number);
      return answer() as Promise<never>;
    },
  };
}

it('asks once per state of a pull request', async () => {
  const source = github(() => Promise.resolve([TICKET]));
  const reader = createClosingReader({ github: source, now: () => 0 });
  expect(await reader.closing(at('T1'), { signal })).toEqual([TICKET]);
  expect(await reader.closing(at('T1'), { signal })).toEqual([TICKET]);
  expect(source.asked).toHaveLength(1);
  await reader.closing(at('T2'), { signal });
  expect(source.asked).toHaveLength(2);
});

it('asks once for the pull request itself, beside what it closes', async () => {
  const source = github(() => Promise.resolve([]));
  const reader = createClosingReader({ github: source, now: () => 0 });
  await reader.closing(at('T1'), { signal });
  await reader.pullRequest(at('T1'), { signal });
  await reader.pullRequest(at('T1'), { signal });
  expect(source.asked).toHaveLength(2);
});

it('leaves a host that fails alone for a minute', async () => {
  let now = 0;
  const source = github(() => Promise.reject(new Error('down')));
  const reader = createClosingReader({ github: source, now: () => now });
  expect(await reader.closing(at('T1'), { signal })).toBeNull();
  expect(await reader.closing(at('T2'), { signal })).toBeNull();
  expect(source.asked).toHaveLength(1);
  now = 60_000;
  await reader.closing(at('T1'), { signal });
  expect(source.asked).toHaveLength(2);
});

it('is not told the same again where the host refuses, and asks it about others', async () => {
  const refusal = new GithubError('GITHUB_NOT_FOUND', 'no such pull request', { status: 404, retry: 'never' });
  const source = github(() => Promise.reject(refusal));
  const reader = createClosingReader({ github: source, now: () => 0 });
  for (const state of ['T1', 'T1', 'T2']) expect(await reader.closing(at(state), { signal })).toBeNull();
  expect(source.asked).toHaveLength(2);
});

it('ends with the signal, which is no failure of the host', async () => {
  const source = github(() => Promise.reject(new Error('aborted')));
  const reader = createClosingReader({ github: source, now: () => 0 });
  await expect(reader.closing(at('T1'), { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
  await reader.closing(at('T1'), { signal });
  expect(source.asked).toHaveLength(2);
});
