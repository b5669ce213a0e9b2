import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGit, type Git, type GitOptions } from './git.ts';

const IDENTITY = {
  GIT_AUTHOR_NAME: 'the-loop',
  GIT_AUTHOR_EMAIL: 'the-loop@localhost',
  GIT_COMMITTER_NAME: 'the-loop',
  GIT_COMMITTER_EMAIL: 'the-loop@localhost',
};

/**
 * Keeps the checkout's commits and every file that is not ignored under `ref`, as one commit, without touching the
 * checkout or its index. Answers the ref, or an empty text when git could not read the checkout.
 */
export async function rescueWork(options: GitOptions, cwd: string, ref: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'the-loop-rescue-'));
  const environment = { ...IDENTITY, ...options.environment };
  const git = createGit({ ...options, environment, indexFile: join(folder, 'index') });
  try {
    const commit = await snapshot(git, ['-C', cwd]);
    const kept = commit !== '' && (await git.ask(['-C', cwd, 'update-ref', ref, commit])).code === 0;
    return kept ? ref : '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function snapshot(git: Git, at: readonly string[]): Promise<string> {
  const head = (await git.ask([...at, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).output.trim();
  const steps = [[...(head === '' ? ['read-tree', '--empty'] : ['read-tree', 'HEAD'])], ['add', '--all']];
  for (const step of steps) {
    if ((await git.ask([...at, ...step])).code !== 0) return head;
  }
  const tree = (await git.ask([...at, 'write-tree'])).output.trim();
  const parent = head === '' ? [] : ['-p', head];
  const commit = await git.ask([
    ...at,
    'commit-tree',
    tree,
    ...parent,
    '-m',
    'Work kept when its checkout was to be removed',
  ]);
  return commit.code === 0 ? commit.output.trim() : head;
}
