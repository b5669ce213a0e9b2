import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { type CloneQuestion, giveClone, hasClone } from './clone-owner.ts';
import { fetchFailure } from './fetch-failure.ts';
import { type Git } from './git.ts';
import { type PullRequestHead } from './workspace-paths.ts';

/** The bare clone that all checkouts of one repository share. */
export interface SharedClone {
  /** The arguments that select it. */
  readonly select: readonly string[];
  /** False when the remote did not answer and the copy at hand is used. */
  readonly refreshed: boolean;
}

const FETCH = ['fetch', '--quiet', '--prune', '--no-auto-maintenance', 'origin'];

/**
 * The shared clone with the remote's newest commits. It is made under another name and renamed, so an interrupted clone
 * is never mistaken for a whole one. To be called with the clone's lock held, and never for the clone of another repository.
 */
export async function openSharedClone(git: Git, wanted: CloneQuestion): Promise<SharedClone> {
  const select = [`--git-dir=${wanted.clone}`];
  if (!(await hasClone(wanted.clone))) {
    await makeClone(git, wanted);
    return { select, refreshed: true };
  }
  await giveClone(git, wanted);
  await git.must([...select, 'worktree', 'prune'], 'forget checkouts that are gone');
  return { select, refreshed: await fetchAll(git, select) };
}

/** Fetches the head of a pull request from a fork. The ref it is kept under is outside of what a branch fetch prunes. */
export async function fetchForkHead(git: Git, clone: SharedClone, head: PullRequestHead): Promise<string> {
  const ref = `refs/the-loop/pull/${head.number}`;
  const answer = await git.ask([...clone.select, ...FETCH, `+refs/pull/${head.number}/head:${ref}`]);
  if (answer.code === 0 || (await hasRef(git, clone, ref))) return ref;
  throw new LoopError<SessionsErrorCode>(
    'WORKSPACE_BRANCH_MISSING',
    `the head of pull request ${head.number} cannot be fetched`,
    {
      remedy: 'Check that the pull request still exists and that git may read the repository.',
      cause: new Error(answer.errors.slice(-2000)),
    },
  );
}

/** The remote's default branch as a ref of the clone. Throws `WORKSPACE_REMOTE_EMPTY` when it has no commit. */
export async function defaultBranchRef(git: Git, clone: SharedClone): Promise<string> {
  const answer = await git.ask([...clone.select, 'symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const ref = answer.output.trim();
  if (answer.code === 0 && (await hasRef(git, clone, ref))) return ref;
  throw new LoopError<SessionsErrorCode>(
    'WORKSPACE_REMOTE_EMPTY',
    'the repository has no commit on its default branch',
    {
      remedy: 'Push a first commit, then try again.',
    },
  );
}

/** Whether the full ref name exists in the clone. */
export async function hasRef(git: Git, clone: Pick<SharedClone, 'select'>, ref: string): Promise<boolean> {
  return (await git.ask([...clone.select, 'show-ref', '--verify', '--quiet', ref])).code === 0;
}

/** How many commits of `ref` no branch of the remote and no fetched pull request contains. */
export async function unpushedCommits(git: Git, clone: Pick<SharedClone, 'select'>, ref: string): Promise<number> {
  const known = ['--not', '--remotes=origin', '--glob=refs/the-loop/pull'];
  return Number(
    await git.must([...clone.select, 'rev-list', '--count', ref, ...known, '--'], 'compare with the remote'),
  );
}

async function makeClone(git: Git, { clone, repository, remote }: CloneQuestion): Promise<void> {
  const partial = `${clone}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(clone), { recursive: true, mode: 0o700 });
  await git.must(['init', '--quiet', '--bare', '--template=', '--', partial], 'create the shared clone');
  const select = [`--git-dir=${partial}`];
  const settings = [
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['push.default', 'current'],
    ['push.autoSetupRemote', 'true'],
  ];
  await giveClone(git, { clone: partial, repository, remote });
  for (const [name = '', value = ''] of settings) {
    await git.must([...select, 'config', name, value], 'configure the shared clone');
  }
  const answer = await git.ask([...select, ...FETCH]);
  if (answer.code !== 0) throw fetchFailure(remote, answer.errors);
  await git.ask([...select, 'remote', 'set-head', 'origin', '--auto']);
  await rename(partial, clone);
}

async function fetchAll(git: Git, select: readonly string[]): Promise<boolean> {
  if ((await git.ask([...select, ...FETCH])).code !== 0) return false;
  // Fails only where the remote has no commit yet, which shows when its default branch is needed.
  await git.ask([...select, 'remote', 'set-head', 'origin', '--auto']);
  return true;
}
