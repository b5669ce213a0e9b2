import { defaultOperatorConfig } from '@the-loop/config';
import { createRecorder, type Emit } from '@the-loop/events';
import { parseRef } from '@the-loop/graph-core';
import { GithubError } from '@the-loop/integrations-github';
import { expect, it } from 'vitest';
import { createWorkspaces } from './workspaces.ts';

const item = parseRef('github:acme/app#1');
const ref = parseRef('github:acme/infra#2');

function prepared(retry: 'never' | 'later', emit: Emit = () => undefined) {
  const workspaces = createWorkspaces({
    config: defaultOperatorConfig,
    environment: {},
    headOf: () =>
      Promise.reject(new GithubError('GITHUB_TIMEOUT', 'GitHub does not answer', { retry, remedy: 'Wait.' })),
    emit,
    now: () => 0,
  });
  const pullRequest = { ref, headRef: null, headRepo: null, fromFork: null, headSha: null };
  return workspaces.prepare({ item, pullRequest }, { signal: new AbortController().signal });
}

it('a checkout whose head GitHub does not tell now is tried again', async () => {
  await expect(prepared('later')).rejects.toMatchObject({ code: 'GITHUB_TIMEOUT' });
});

it('a checkout whose head GitHub never tells is declined', async () => {
  expect(await prepared('never')).toMatchObject({ kind: 'declined', reason: 'workspace-failed' });
});

it.each(['never', 'later'] as const)(
  'a checkout that cannot be made is an event with what helps: %s',
  async (retry) => {
    const recorder = createRecorder();
    await prepared(retry, recorder.emit).catch(() => null);
    expect(recorder.of('workspace.prepare_failed')).toMatchObject([
      { work_item: 'github:acme/app#1', error: 'GitHub does not answer. Wait.' },
    ]);
  },
);
