import { lstat, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { formatRef, LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { createGit, type Git, type GitOptions } from './git.ts';
import { withRepositoryLock } from './repository-lock.ts';
import { rescueWork } from './rescue-work.ts';
import { unpushedCommits } from './shared-clone.ts';
import { readMarker, removeMarker } from './workspace-marker.ts';
import { type WorkspaceAddress, type WorkspacePaths, workspacePaths } from './workspace-paths.ts';

export interface WorkspaceRemoval extends WorkspaceAddress, GitOptions {
  /** Makes the rescue ref's name unique: a time such as `20260131T101500Z`. Letters, digits and dashes. */
  readonly stamp: string;
  /** File names whose uncommitted changes are no work, because they can be rendered again (`graph-state.json`). */
  readonly rendered?: readonly string[];
  /** Only for a named person's explicit demand: removes the checkout although it holds work. The rescue ref stays. */
  readonly discardWork?: boolean;
}

export type WorkKind = 'uncommitted' | 'unpushed' | 'unreadable';

/** `preserved`: it holds work, nothing was removed. `rescueRef` keeps its commits and files; empty when git could not. */
export type RemovalOutcome =
  | { readonly kind: 'absent' }
  | { readonly kind: 'removed'; readonly cwd: string; readonly rescueRef: string }
  | {
      readonly kind: 'preserved';
      readonly cwd: string;
      readonly work: readonly WorkKind[];
      readonly rescueRef: string;
    };

/**
 * Removes a checkout that we made, unless it holds work: uncommitted or untracked files, or commits on no branch of the
 * remote. The shared clone, its branches and its stash are never touched. Throws `WORKSPACE_FOREIGN` for a folder
 * without our marker.
 */
export async function removeWorkspace(removal: WorkspaceRemoval): Promise<RemovalOutcome> {
  const paths = workspacePaths(removal);
  if (!/^[A-Za-z0-9-]{1,40}$/.test(removal.stamp)) throw nameFault(removal.stamp);
  return withRepositoryLock(paths.lock, removal.signal, () => removeLocked(removal, paths));
}

async function removeLocked(removal: WorkspaceRemoval, paths: WorkspacePaths): Promise<RemovalOutcome> {
  if (!(await isOurs(removal, paths))) return { kind: 'absent' };
  const git = createGit(removal);
  const work = await workIn(git, paths, removal.rendered ?? []);
  const rescueRef = work.length > 0 ? await rescueWork(removal, paths.cwd, rescueRefOf(removal)) : '';
  if (work.length > 0 && !removal.discardWork) return { kind: 'preserved', cwd: paths.cwd, work, rescueRef };
  await git.ask([`--git-dir=${paths.clone}`, 'worktree', 'remove', '--force', '--force', '--', paths.cwd]);
  await rm(paths.cwd, { recursive: true, force: true });
  await git.ask([`--git-dir=${paths.clone}`, 'worktree', 'prune']);
  await removeMarker(paths.marker);
  await rmdirIfEmpty(paths.item);
  return { kind: 'removed', cwd: paths.cwd, rescueRef };
}

/** False when there is nothing; throws when there is something that we did not make. */
async function isOurs(removal: WorkspaceRemoval, paths: WorkspacePaths): Promise<boolean> {
  const found = await lstat(paths.cwd).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return false;
  const marker = await readMarker(paths.marker);
  const named = marker.ok && marker.value.ref.toLowerCase() === formatRef(removal.ref).toLowerCase();
  const [root, place] = await Promise.all([realpath(paths.root), realpath(paths.cwd)]);
  if (named && found.isDirectory() && place.startsWith(root + sep)) return true;
  throw new LoopError<SessionsErrorCode>(
    'WORKSPACE_FOREIGN',
    `${paths.cwd} is not a checkout that we made; it was left alone`,
    {
      remedy: 'Remove it yourself if it is not needed.',
    },
  );
}

/** What git cannot tell counts as work: unknown is not absent. */
async function workIn(git: Git, paths: WorkspacePaths, rendered: readonly string[]): Promise<readonly WorkKind[]> {
  const status = await git.ask([
    '-C',
    paths.cwd,
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
  ]);
  const head = await git.ask(['-C', paths.cwd, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (status.code !== 0 || head.code !== 0) return ['unreadable'];
  const changed = status.output
    .split('\0')
    .filter((line) => line !== '' && !rendered.includes(basename(line.slice(3))));
  const unpushed = await unpushedCommits(git, { select: [`--git-dir=${paths.clone}`] }, head.output.trim());
  return [...(changed.length > 0 ? ['uncommitted' as const] : []), ...(unpushed > 0 ? ['unpushed' as const] : [])];
}

/** Git takes neither the separator of a key nor two dots in the name of a ref. */
function rescueRefOf({ key, stamp }: WorkspaceRemoval): string {
  return `refs/the-loop/rescue/${key.replaceAll('~', '+').replaceAll('..', '%2E%2E')}/${stamp}`;
}

async function rmdirIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}

function nameFault(stamp: string): LoopError<SessionsErrorCode> {
  return new LoopError('WORKSPACE_NAME_INVALID', `${JSON.stringify(stamp)} cannot be part of a ref`, {
    remedy: 'Use letters, digits and dashes.',
  });
}
