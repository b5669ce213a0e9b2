import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refKey } from '@the-loop/graph-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkshop, type Workshop } from '../testing/workshop.ts';
import { followWorkspace } from './follow-workspace.ts';
import { inspectWorkspace } from './inspect-workspace.ts';
import { prepareWorkspace, type WorkspaceRequest } from './prepare-workspace.ts';
import { removeWorkspace } from './remove-workspace.ts';

let shop: Workshop;

beforeEach(async () => {
  shop = await openWorkshop();
});

afterEach(() => shop.close());

/** The item and its repository as they are called after `acme/app` became `acme/infra`. */
function renamed(number: number): WorkspaceRequest {
  const request = shop.request(number);
  const ref = { ...request.ref, repo: 'infra' };
  return { ...request, ref, key: refKey(ref), remote: shop.origin.remote('acme/infra') };
}

const follow = (number = 7) => {
  const after = renamed(number);
  return followWorkspace({ before: shop.request(number), after, remote: after.remote, environment: shop.environment });
};

const originOf = async (cwd: string) => (await shop.git(cwd, 'config', '--get', 'remote.origin.url')).output.trim();

it('finds a checkout where it was made, under the new name and with the new remote', async () => {
  const { cwd } = await prepareWorkspace(shop.request(7));
  await writeFile(join(cwd, 'new.txt'), 'work');
  await follow();
  await follow();
  expect(await prepareWorkspace(renamed(7))).toMatchObject({ cwd, created: false, branch: 'loop/issue-7' });
  expect(await inspectWorkspace(renamed(7))).toEqual({ kind: 'present', work: ['uncommitted'] });
  expect(await originOf(cwd)).toBe(shop.origin.remote('acme/infra'));
});

it('gives another repository that takes the old name a clone and a checkout of its own, of the same number too', async () => {
  const first = await prepareWorkspace(shop.request(7));
  await follow();
  for (const number of [7, 8]) {
    const theirs = await prepareWorkspace(shop.request(number));
    expect(theirs).toMatchObject({ created: true });
    expect(await originOf(theirs.cwd)).toBe(shop.origin.remote('acme/app'));
    expect(await originOf(first.cwd)).toBe(shop.origin.remote('acme/infra'));
    expect(await prepareWorkspace(shop.request(number))).toMatchObject({ cwd: theirs.cwd, created: false });
  }
  await writeFile(join(first.cwd, 'a.txt'), 'a\n');
  await shop.git(first.cwd, 'add', '-A');
  await shop.git(first.cwd, 'commit', '--quiet', '-m', 'ours');
  expect((await shop.git(first.cwd, 'push', '--quiet')).code).toBe(0);
  expect(await shop.origin.readFile('acme/infra', 'loop/issue-7', 'a.txt')).toBe('a\n');
  expect(await removeWorkspace({ ...shop.request(7), stamp: 's' })).toMatchObject({ kind: 'removed' });
  expect(await prepareWorkspace(renamed(7))).toMatchObject({ cwd: first.cwd, created: false });
});

it('leaves a checkout alone that did not follow yet when its clone did', async () => {
  await prepareWorkspace(shop.request(7));
  const { cwd } = await prepareWorkspace(shop.request(8));
  await follow(7);
  await expect(prepareWorkspace(shop.request(8))).rejects.toMatchObject({ code: 'WORKSPACE_FOREIGN' });
  await follow(8);
  expect(await prepareWorkspace(renamed(8))).toMatchObject({ cwd, created: false });
});

it('does not take a clone back that another checkout took further', async () => {
  const seven = await prepareWorkspace(shop.request(7));
  await prepareWorkspace(shop.request(8));
  await follow(7);
  const next = { ...renamed(7).ref, repo: 'next' };
  const further = { ...renamed(7), ref: next, key: refKey(next), remote: 'https://github.com/acme/next.git' };
  const { environment } = shop;
  await followWorkspace({ before: renamed(7), after: further, remote: further.remote, environment });
  await follow(8);
  expect(await originOf(seven.cwd)).toBe(further.remote);
  await expect(prepareWorkspace(renamed(8))).rejects.toMatchObject({ code: 'WORKSPACE_FOREIGN' });
});

it('knows a clone that does not say whose it is by its remote', async () => {
  const { cwd } = await prepareWorkspace(shop.request(7));
  await shop.git(cwd, 'config', '--unset', 'the-loop.repository');
  await shop.git(cwd, 'config', 'remote.origin.url', shop.origin.remote('acme/infra'));
  const theirs = await prepareWorkspace(shop.request(8));
  expect(await originOf(theirs.cwd)).toBe(shop.origin.remote('acme/app'));
  expect(await originOf(cwd)).toBe(shop.origin.remote('acme/infra'));
});

it('removes it under the new name, and then makes a new one where it belongs', async () => {
  const { cwd } = await prepareWorkspace(shop.request(7));
  await follow();
  expect(await removeWorkspace({ ...renamed(7), stamp: 's' })).toMatchObject({ kind: 'removed', cwd });
  expect(await readdir(join(shop.root, 'work', 'items'))).toEqual([]);
  const made = await prepareWorkspace(renamed(7));
  expect(made).toMatchObject({ created: true });
  expect(made.cwd).toContain('acme__infra');
});

it('makes a new one when somebody removed it', async () => {
  const { cwd } = await prepareWorkspace(shop.request(7));
  await follow();
  await shop.git(cwd, 'worktree', 'remove', '--force', cwd);
  expect(await prepareWorkspace(renamed(7))).toMatchObject({ created: true });
});

it('goes on from name to name', async () => {
  const { cwd } = await prepareWorkspace(shop.request(7));
  await follow();
  const again = { ...renamed(7), ref: { ...renamed(7).ref, number: 9 }, key: refKey({ ...renamed(7).ref, number: 9 }) };
  await followWorkspace({ before: renamed(7), after: again, remote: again.remote, environment: shop.environment });
  expect(await inspectWorkspace(again)).toEqual({ kind: 'present', work: [] });
  expect(await prepareWorkspace({ ...again, id: 'issue-7' })).toMatchObject({ cwd, created: false });
});

it('does nothing without a checkout', async () => {
  await follow();
  expect(await inspectWorkspace(renamed(7))).toEqual({ kind: 'absent' });
});
