import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkshop, type Workshop } from '../testing/workshop.ts';
import { inspectWorkspace } from './inspect-workspace.ts';
import { prepareWorkspace } from './prepare-workspace.ts';
import { removeWorkspace, type WorkspaceRemoval } from './remove-workspace.ts';
import { workspacePaths } from './workspace-paths.ts';

let shop: Workshop;
let cwd: string;

beforeEach(async () => {
  shop = await openWorkshop();
  ({ cwd } = await prepareWorkspace(shop.request(7)));
});

afterEach(() => shop.close());

const removal = (more: Partial<WorkspaceRemoval> = {}): WorkspaceRemoval => ({
  ...shop.request(7),
  stamp: '20260101T000000Z',
  ...more,
});
const inClone = (...args: string[]) => shop.git(workspacePaths(shop.request(7)).clone, ...args);

it('removes a clean checkout with its marker, and keeps the clone', async () => {
  expect(await inspectWorkspace(removal())).toEqual({ kind: 'present', work: [] });
  expect(await removeWorkspace(removal())).toEqual({ kind: 'removed', cwd, rescueRef: '' });
  expect(await inspectWorkspace(removal())).toEqual({ kind: 'absent' });
  const paths = workspacePaths(shop.request(7));
  expect(await readdir(join(paths.root, 'items'))).toEqual([]);
  expect((await inClone('worktree', 'list')).output.trim().split('\n')).toHaveLength(1);
  expect(await removeWorkspace(removal())).toEqual({ kind: 'absent' });
});

describe('work is never lost', () => {
  it.each([
    ['uncommitted', async () => writeFile(join(cwd, 'new.txt'), 'x')],
    ['unpushed', async () => shop.git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'x')],
    [
      'unpushed',
      async () => {
        await shop.git(cwd, 'checkout', '--quiet', '--detach');
        await shop.git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'on no branch');
      },
    ],
    ['unreadable', async () => writeFile(join(cwd, '.git'), 'gitdir: /nowhere\n')],
  ])('%s: the checkout is preserved', async (kind, change) => {
    await change();
    expect(await inspectWorkspace(removal())).toEqual({ kind: 'present', work: [kind] });
    const outcome = await removeWorkspace(removal());
    expect(outcome).toMatchObject({ kind: 'preserved', cwd, work: [kind] });
    expect(await readdir(cwd)).toContain('README.md');
  });

  it('keeps commits and untracked files under a rescue ref without touching the index', async () => {
    await writeFile(join(cwd, 'new.txt'), 'precious\n');
    const before = (await shop.git(cwd, 'status', '--porcelain')).output;
    const outcome = await removeWorkspace(removal());
    const ref = outcome.kind === 'preserved' ? outcome.rescueRef : '';
    expect((await inClone('show', `${ref}:new.txt`)).output).toBe('precious\n');
    expect((await shop.git(cwd, 'status', '--porcelain')).output).toBe(before);
  });

  it('and survives a demand to discard it, under the rescue ref', async () => {
    await writeFile(join(cwd, 'new.txt'), 'precious\n');
    const outcome = await removeWorkspace(removal({ discardWork: true }));
    expect(outcome.kind).toBe('removed');
    const ref = outcome.kind === 'removed' ? outcome.rescueRef : '';
    expect((await inClone('show', `${ref}:new.txt`)).output).toBe('precious\n');
  });
});

it('does not take a file that can be rendered again for work', async () => {
  const directory = join(cwd, 'docs', 'specs', 'issue-7');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'graph-state.json'), '{}');
  expect((await removeWorkspace(removal())).kind).toBe('preserved');
  expect((await removeWorkspace(removal({ rendered: ['graph-state.json'] }))).kind).toBe('removed');
});

it('refuses a folder without our marker, and one whose marker names another item', async () => {
  const { marker } = workspacePaths(shop.request(7));
  const text = await readFile(marker, 'utf8');
  const foreign = expect.objectContaining({ code: 'WORKSPACE_FOREIGN' });
  await writeFile(marker, text.replace('#7', '#8'));
  await expect(removeWorkspace(removal())).rejects.toThrow(foreign);
  await writeFile(marker, '[]');
  await expect(removeWorkspace(removal())).rejects.toThrow(foreign);
  expect(await readdir(cwd)).toContain('README.md');
});

it('refuses a stamp that is no part of a ref', async () => {
  await expect(removeWorkspace(removal({ stamp: '../x' }))).rejects.toThrow(
    expect.objectContaining({ code: 'WORKSPACE_NAME_INVALID' }),
  );
});
