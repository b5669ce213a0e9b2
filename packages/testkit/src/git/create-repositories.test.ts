import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRepositories, type Repositories } from './create-repositories.ts';
import { GIT_IDENTITY, runGit } from './run-git.ts';

let root: string;
let repositories: Repositories;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'the-loop-repositories-'));
  repositories = await createRepositories(root, ['acme/app', 'acme/infra']);
});

afterEach(() => rm(root, { recursive: true, force: true }));

it('begins every repository with one commit on main', async () => {
  expect(await repositories.branches('acme/infra')).toEqual(['main']);
  expect(await repositories.log('acme/app', 'main')).toMatchObject([
    { author: 'Test Author', subject: 'First commit' },
  ]);
  expect(await repositories.readFile('acme/app', 'main', 'README.md')).toBe('# acme/app\n');
});

it('pushes a branch on top of main and leaves main alone', async () => {
  const head = await repositories.pushBranch('acme/app', 'topic', { files: { 'src/a.txt': 'a\n' }, message: 'Add a' });
  expect(await repositories.head('acme/app', 'topic')).toBe(head);
  expect(await repositories.listFiles('acme/app', 'topic')).toEqual(['README.md', 'src/a.txt']);
  expect(await repositories.readFile('acme/app', 'main', 'src/a.txt')).toBeNull();
  await repositories.pushBranch('acme/app', 'topic', { files: { 'src/b.txt': 'b\n' } });
  expect(await repositories.log('acme/app', 'topic')).toHaveLength(3);
});

it('merges a branch with a merge commit that a clone can check out', async () => {
  await repositories.pushBranch('acme/app', 'topic', { files: { 'a.txt': 'a\n' } });
  const merged = await repositories.merge('acme/app', 'topic');
  expect(await repositories.head('acme/app', 'main')).toBe(merged);
  expect(await repositories.readFile('acme/app', 'main', 'a.txt')).toBe('a\n');
  const clone = join(root, 'clone');
  const environment = { ...GIT_IDENTITY, PATH: process.env['PATH'] ?? '' };
  expect((await runGit(['clone', '--quiet', repositories.remote('acme/app'), clone], environment)).code).toBe(0);
});

it('answers null for what is not there', async () => {
  expect(await repositories.head('acme/app', 'no-such')).toBeNull();
  expect(await repositories.readFile('acme/app', 'main', 'no-such')).toBeNull();
});

it('refuses a path that leads out of the repository', async () => {
  await expect(repositories.pushBranch('acme/app', 'x', { files: { '../x': '' } })).rejects.toThrow('leads out');
});
