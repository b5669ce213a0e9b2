import { lstat, realpath } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { formatRef, LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { createGit, type Git, type GitOptions } from './git.ts';
import { unpushedCommits } from './shared-clone.ts';
import { readMarker } from './workspace-marker.ts';
import { type WorkspaceAddress, type WorkspacePaths } from './workspace-paths.ts';
import { workspacePlace } from './workspace-place.ts';

export interface WorkspaceInspection extends WorkspaceAddress, GitOptions {
  /** File names whose uncommitted changes are no work, because they can be rendered again (`graph-state.json`). */
  readonly rendered?: readonly string[];
}

export type WorkKind = 'uncommitted' | 'unpushed' | 'unreadable';

/** `work`: what the checkout holds that exists nowhere else; empty when it can go. */
export type WorkspaceState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly work: readonly WorkKind[] };

/** Looks at a checkout that we made and changes nothing. Throws `WORKSPACE_FOREIGN` for a folder without our marker. */
export async function inspectWorkspace(inspection: WorkspaceInspection): Promise<WorkspaceState> {
  const paths = await workspacePlace(inspection);
  if (!(await isOurs(inspection, paths))) return { kind: 'absent' };
  return { kind: 'present', work: await workIn(createGit(inspection), paths, inspection.rendered ?? []) };
}

/** False when there is nothing; throws when there is something that we did not make. */
async function isOurs(inspection: WorkspaceInspection, paths: WorkspacePaths): Promise<boolean> {
  const found = await lstat(paths.cwd).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return false;
  const marker = await readMarker(paths.marker);
  const named = marker.ok && marker.value.ref.toLowerCase() === formatRef(inspection.ref).toLowerCase();
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
