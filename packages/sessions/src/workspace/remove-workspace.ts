import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { createGit } from './git.ts';
import { inspectWorkspace, type WorkKind, type WorkspaceInspection } from './inspect-workspace.ts';
import { withRepositoryLock } from './repository-lock.ts';
import { rescueWork } from './rescue-work.ts';
import { removeMarker } from './workspace-marker.ts';
import { type WorkspacePaths } from './workspace-paths.ts';
import { workspacePlace } from './workspace-place.ts';

export interface WorkspaceRemoval extends WorkspaceInspection {
  /** Makes the rescue ref's name unique: a time such as `20260131T101500Z`. Letters, digits and dashes. */
  readonly stamp: string;
  /** Only for a named person's explicit demand: removes the checkout although it holds work. The rescue ref stays. */
  readonly discardWork?: boolean;
}

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
  const paths = await workspacePlace(removal);
  if (!/^[A-Za-z0-9-]{1,40}$/.test(removal.stamp)) throw nameFault(removal.stamp);
  return withRepositoryLock(paths.lock, removal.signal, () => removeLocked(removal, paths));
}

async function removeLocked(removal: WorkspaceRemoval, paths: WorkspacePaths): Promise<RemovalOutcome> {
  const found = await inspectWorkspace(removal);
  if (found.kind === 'absent') return found;
  const { work } = found;
  const git = createGit(removal);
  const rescueRef = work.length > 0 ? await rescueWork(removal, paths.cwd, rescueRefOf(removal)) : '';
  if (work.length > 0 && !removal.discardWork) return { kind: 'preserved', cwd: paths.cwd, work, rescueRef };
  await git.ask([`--git-dir=${paths.clone}`, 'worktree', 'remove', '--force', '--force', '--', paths.cwd]);
  await rm(paths.cwd, { recursive: true, force: true });
  await git.ask([`--git-dir=${paths.clone}`, 'worktree', 'prune']);
  await removeMarker(paths.marker);
  for (const folder of new Set([paths.item, dirname(paths.cwd)])) await rmdirIfEmpty(folder);
  return { kind: 'removed', cwd: paths.cwd, rescueRef };
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
