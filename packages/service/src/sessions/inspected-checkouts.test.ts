import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultOperatorConfig } from '@the-loop/config';
import { parseRef, refKey } from '@the-loop/graph-core';
import { workspacePaths } from '@the-loop/sessions';
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

const request = { item: parseRef('github:acme/app#1'), pullRequest: null };

function workspacesHere() {
  const root = path.join(folder, 'workspaces');
  const remotes = { 'acme/app': origin.remote('acme/app') };
  return createWorkspaces({
    config: { ...defaultOperatorConfig, workspace: { ...defaultOperatorConfig.workspace, root, remotes } },
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
    headOf: () => Promise.resolve(null),
    emit: () => undefined,
    now: () => 0,
  });
}

it('a checkout is looked at before anything is removed: absent, clean, with work', async () => {
  const workspaces = workspacesHere();
  const options = { signal: AbortSignal.timeout(20_000) };
  expect(await workspaces.inspect(request, options)).toBe('absent');
  const prepared = await workspaces.prepare(request, options);
  expect(await workspaces.inspect(request, options)).toBe('clean');
  if (prepared.kind === 'ready') writeFileSync(path.join(prepared.cwd, 'new.txt'), 'x');
  expect(await workspaces.inspect(request, options)).toBe('unsaved');
});

it('a folder that we did not make is no checkout of ours', async () => {
  const { cwd } = workspacePaths({
    root: path.join(folder, 'workspaces'),
    ref: request.item,
    key: refKey(request.item),
  });
  mkdirSync(cwd, { recursive: true });
  const options = { signal: AbortSignal.timeout(20_000) };
  expect(await workspacesHere().inspect(request, options)).toBe('absent');
});
