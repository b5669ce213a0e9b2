import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { type WorkspaceAddress, workspacePaths } from './workspace-paths.ts';

const ref: WorkItemRef = { provider: 'github', host: 'github.com', owner: 'Octo', repo: 'app', number: 7 };
const address: WorkspaceAddress = { root: '/root', ref, key: refKey(ref) };

it('keeps one clone per repository and one folder per work item', () => {
  expect(workspacePaths(address)).toMatchObject({
    clone: '/root/repositories/github.com__octo__app.git',
    cwd: `/root/items/${refKey(ref)}/github.com__octo__app`,
  });
});

it('gives a pull request a folder that no repository name can have', () => {
  const other = { host: 'ghe.example:8443', owner: 'acme', repo: 'infra' };
  const { cwd } = workspacePaths({ ...address, repository: other, pullRequest: { number: 3, branch: 'x' } });
  expect(cwd).toBe(`/root/items/${refKey(ref)}/ghe.example+8443__acme__infra+pr-3`);
});

describe('A13, A14: a name that could leave its folder is refused, never rewritten', () => {
  it.each([
    ['key', { ...address, key: '../x' }],
    ['key', { ...address, key: '' }],
    ['key', { ...address, key: 'a/b' }],
    ['owner', { ...address, repository: { ...ref, owner: 'octo;rm -rf /' } }],
    ['owner', { ...address, repository: { ...ref, owner: '../..' } }],
    ['owner', { ...address, repository: { ...ref, owner: '..' } }],
    ['owner', { ...address, repository: { ...ref, owner: '-x' } }],
    ['owner', { ...address, repository: { ...ref, owner: 'a__b' } }],
    ['repository', { ...address, repository: { ...ref, repo: '..' } }],
    ['repository', { ...address, repository: { ...ref, repo: 'a/b' } }],
    ['repository', { ...address, repository: { ...ref, repo: 'a b' } }],
    ['host', { ...address, repository: { ...ref, host: '../x' } }],
    ['host', { ...address, repository: { ...ref, host: 'a..b' } }],
    ['number', { ...address, pullRequest: { number: 0, branch: 'x' } }],
    ['number', { ...address, pullRequest: { number: 1.5, branch: 'x' } }],
  ])('%s', (_, bad) => {
    expect(() => workspacePaths(bad)).toThrow(expect.objectContaining({ code: 'WORKSPACE_NAME_INVALID' }));
  });
});
