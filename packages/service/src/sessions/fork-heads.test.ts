import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultOperatorConfig } from '@the-loop/config';
import { createRecorder } from '@the-loop/events';
import { parseRef } from '@the-loop/graph-core';
import { createRepositories, type Repositories } from '@the-loop/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspaces } from './workspaces.ts';

let folder: string;
let origin: Repositories;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'workspaces-'));
  origin = await createRepositories(path.join(folder, 'git'), ['acme/app'], {});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** On which branch the checkout of a pull request is made, and whether GitHub was asked about its head. */
async function branchOf(fromFork: boolean | null) {
  const recorder = createRecorder();
  const asked: number[] = [];
  const { workspace } = defaultOperatorConfig;
  const remotes = { 'acme/app': origin.remote('acme/app') };
  const workspaces = createWorkspaces({
    config: { ...defaultOperatorConfig, workspace: { ...workspace, root: path.join(folder, 'workspaces'), remotes } },
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
    headOf: ({ ref }) => {
      asked.push(ref.number);
      return Promise.resolve({ branch: 'topic', fork: false });
    },
    emit: recorder.emit,
    now: () => 0,
  });
  const ref = parseRef('github:acme/app#3');
  const pullRequest = { ref, headRef: 'topic', headRepo: null, fromFork, headSha: null };
  const request = { item: parseRef('github:acme/app#1'), pullRequest };
  const prepared = await workspaces.prepare(request, { signal: AbortSignal.timeout(20_000) });
  return { prepared: prepared.kind, asked, branch: recorder.of('workspace.prepared')[0]?.branch };
}

it('the head of a fork that is gone is followed as a fork, not as a branch of ours by that name', async () => {
  const sha = await origin.pushBranch('acme/app', 'topic', { files: { 'a.txt': 'x' } });
  execFileSync('git', ['--git-dir', origin.remote('acme/app'), 'update-ref', 'refs/pull/3/head', sha]);
  expect(await branchOf(true)).toEqual({ prepared: 'ready', asked: [], branch: 'loop/pr-3' });
});

it('where the event did not tell whether it is a fork, GitHub is asked', async () => {
  await origin.pushBranch('acme/app', 'topic', { files: { 'a.txt': 'x' } });
  expect(await branchOf(null)).toEqual({ prepared: 'ready', asked: [3], branch: 'topic' });
});
