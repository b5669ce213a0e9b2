import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRepositories, type Repositories } from '../git/create-repositories.ts';
import { GIT_IDENTITY, runGit } from '../git/run-git.ts';
import { publishWork } from './publish-work.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
let root: string;
let checkout: string;
let origin: Repositories;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'the-loop-publish-'));
  origin = await createRepositories(join(root, 'origin'), ['acme/app']);
  checkout = join(root, 'checkout');
  await runGit(['clone', '--quiet', origin.remote('acme/app'), checkout], GIT_IDENTITY);
  await runGit(['-C', checkout, 'checkout', '--quiet', '-b', 'loop/issue-7'], GIT_IDENTITY);
});

afterEach(() => rm(root, { recursive: true, force: true }));

it('lets several agents work in one checkout', async () => {
  const work = async (name: string): Promise<void> => {
    await writeFile(join(checkout, name), name);
    await publishWork([checkout], `issue-7: ${name}`, GIT_IDENTITY);
  };
  await Promise.all(NAMES.map(work));
  const tree = await runGit(
    ['--git-dir', origin.remote('acme/app'), 'ls-tree', '--name-only', 'loop/issue-7'],
    GIT_IDENTITY,
  );
  expect(tree.output.trim().split('\n')).toEqual(expect.arrayContaining(NAMES));
});
