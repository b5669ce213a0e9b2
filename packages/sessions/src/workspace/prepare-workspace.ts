import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { formatRef, LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { checkBranchName } from './branch-name.ts';
import { checkoutBelongsTo } from './checkout-belongs-to.ts';
import { cloneOwner, giveClone, pathsBeside } from './clone-owner.ts';
import { createGit, type Git, type GitOptions } from './git.ts';
import { checkRemote } from './remote-url.ts';
import { withRepositoryLock } from './repository-lock.ts';
import {
  defaultBranchRef,
  fetchForkHead,
  hasRef,
  openSharedClone,
  type SharedClone,
  unpushedCommits,
} from './shared-clone.ts';
import { readMarker, removeMarker, writeMarker } from './workspace-marker.ts';
import {
  type RepositoryName,
  repositoryText,
  type WorkspaceAddress,
  type WorkspacePaths,
  workspacePaths,
} from './workspace-paths.ts';
import { placeBelow, workspacePlace } from './workspace-place.ts';

/** A checkout that is wanted. The remote is computed from configuration by the caller, never taken from a payload. */
export interface WorkspaceRequest extends WorkspaceAddress, GitOptions {
  readonly remote: string;
  /** The work item's id; its branch is `loop/<id>`. `issue-<number>` when absent. */
  readonly id?: string;
  /** Ignore patterns of files that come and go while others work in the checkout, so that nobody commits or trips over them. */
  readonly transient?: readonly string[];
}

export interface Workspace {
  /** Where the agent runs. */
  readonly cwd: string;
  /** False when the checkout was there already. */
  readonly created: boolean;
  /** The branch it is on; empty when someone detached it. */
  readonly branch: string;
  /** False when the remote did not answer and known commits were used: worth a warning. True for a reused checkout. */
  readonly refreshed: boolean;
}

interface Preparation {
  readonly request: WorkspaceRequest;
  readonly paths: WorkspacePaths;
  readonly git: Git;
  readonly branch: string;
}

/**
 * The checkout of a work item on `loop/<id>`, or of a pull request on its head branch: a worktree of one bare clone per
 * repository. An existing one is reused after its marker, its repository and, for a pull request, its branch were
 * checked; commits that the remote lacks are never moved away from. Throws `WORKSPACE_*`.
 */
export async function prepareWorkspace(request: WorkspaceRequest): Promise<Workspace> {
  const branch = branchOf(request);
  checkBranchName(branch);
  checkRemote(request.remote);
  const preparation: Preparation = { request, branch, paths: workspacePaths(request), git: createGit(request) };
  return (await reuseElsewhere(preparation)) ?? (await prepareBeside(preparation));
}

/** In the clone of its repository; where another one has the folder, which was called so before, in one beside it. */
async function prepareBeside(preparation: Preparation, ordinal = 1): Promise<Workspace> {
  const { request, git } = preparation;
  const own = { ...preparation, paths: pathsBeside(preparation.paths, ordinal) };
  const made = await withRepositoryLock(own.paths.lock, request.signal, async () => {
    if ((await cloneOwner(git, cloneOf(own))) === 'somebody-else') return reuseMarked(own);
    return (await reuse(own)) ?? create(own);
  });
  return made ?? prepareBeside(preparation, ordinal + 1);
}

/** A checkout of ours that did not follow its clone yet is never passed over; a folder that has no marker is not ours. */
async function reuseMarked(preparation: Preparation): Promise<Workspace | null> {
  return (await readMarker(preparation.paths.marker)).ok ? reuse(preparation) : null;
}

function cloneOf({ request, paths }: Preparation) {
  return { clone: paths.clone, repository: repositoryOf(request), remote: request.remote };
}

/** A checkout that was made under another name is used where it is. One that is gone is made where it belongs. */
async function reuseElsewhere({ request, git, branch }: Preparation): Promise<Workspace | null> {
  const place = await workspacePlace(request);
  if (!place.elsewhere) return null;
  return withRepositoryLock(place.lock, request.signal, async () => {
    if ((await kindOf(place.cwd)) === 'absent') {
      await removeMarker(place.marker);
      return null;
    }
    const found = { request, paths: place, git, branch };
    if ((await cloneOwner(git, cloneOf(found))) === 'somebody-else') throw foreign(place);
    await giveClone(git, cloneOf(found));
    return reuse(found);
  });
}

/** The branch a checkout is made on. A fork's head is followed on `loop/pr-<n>`: its own name is not ours to push to. */
function branchOf({ pullRequest, id, ref }: WorkspaceRequest): string {
  if (!pullRequest) return `loop/${id ?? `issue-${ref.number}`}`;
  return pullRequest.fork ? `loop/pr-${pullRequest.number}` : pullRequest.branch;
}

async function reuse({ request, paths, git, branch }: Preparation): Promise<Workspace | null> {
  const marker = await readMarker(paths.marker);
  const kind = await kindOf(paths.cwd);
  if (kind === 'absent') return null;
  if (kind !== 'folder' || !marker.ok || !ownsMarker(request, marker.value)) throw foreign(paths);
  if (marker.value.state === 'creating') return discardUnfinished(paths, git);
  await checkPlace(paths);
  const belongs = await checkoutBelongsTo({
    ...request,
    cwd: paths.cwd,
    repository: repositoryOf(request),
    clone: paths.clone,
  });
  if (!belongs) throw foreign(paths);
  const current = await git.ask(['-C', paths.cwd, 'symbolic-ref', '--quiet', '--short', 'HEAD']);
  const found = current.code === 0 ? current.output.trim() : '';
  if (request.pullRequest && found !== branch) throw mismatch(paths, branch);
  return { cwd: paths.cwd, created: false, branch: found, refreshed: true };
}

async function create(preparation: Preparation): Promise<Workspace> {
  const { request, paths, git, branch } = preparation;
  const clone = await openSharedClone(git, cloneOf(preparation));
  await ignoreTransient(paths.clone, request.transient ?? []);
  const start = await startOf(preparation, clone);
  const busy = await isCheckedOut(git, clone, branch);
  if (busy) throw branchBusy(branch);
  await mkdir(paths.item, { recursive: true, mode: 0o700 });
  await checkPlace(paths, paths.item);
  const marker = {
    schemaVersion: 1,
    ref: formatRef(request.ref),
    repository: repositoryText(repositoryOf(request)),
    branch,
    ...elsewhere(preparation),
  } as const;
  await writeMarker(paths.marker, { ...marker, state: 'creating' });
  const add = start === null ? ['--', paths.cwd, branch] : ['--no-track', '-B', branch, '--', paths.cwd, start];
  await git.must([...clone.select, 'worktree', 'add', '--quiet', ...add], 'make the checkout');
  await writeMarker(paths.marker, { ...marker, state: 'ready' });
  return { cwd: paths.cwd, created: true, branch, refreshed: clone.refreshed };
}

/** What a marker says of a checkout that is not where its name says. */
function elsewhere({ request, paths }: Preparation) {
  if (paths.cwd === workspacePaths(request).cwd) return {};
  return { at: placeBelow(paths) };
}

/** For every checkout of the clone; the file is ours, as the clone is. */
async function ignoreTransient(clone: string, patterns: readonly string[]): Promise<void> {
  await mkdir(join(clone, 'info'), { recursive: true });
  await writeFile(join(clone, 'info', 'exclude'), patterns.map((pattern) => `${pattern}\n`).join(''));
}

/** Where the branch begins; null to take the local branch as it is, because it has commits that the remote lacks. */
async function startOf({ request, git, branch }: Preparation, clone: SharedClone): Promise<string | null> {
  const { pullRequest } = request;
  const forkHead = pullRequest?.fork ? await fetchForkHead(git, clone, pullRequest) : null;
  const local = `refs/heads/${branch}`;
  if ((await hasRef(git, clone, local)) && (await unpushedCommits(git, clone, local)) > 0) return null;
  if (forkHead !== null) return forkHead;
  const pushed = `refs/remotes/origin/${branch}`;
  if (await hasRef(git, clone, pushed)) return pushed;
  if (!pullRequest) return defaultBranchRef(git, clone);
  throw new LoopError<SessionsErrorCode>('WORKSPACE_BRANCH_MISSING', `the remote has no branch "${branch}"`, {
    remedy: 'Push the branch again, or close the pull request.',
  });
}

async function isCheckedOut(git: Git, clone: SharedClone, branch: string): Promise<boolean> {
  const listed = await git.must([...clone.select, 'worktree', 'list', '--porcelain'], 'list the checkouts');
  return listed.split('\n').includes(`branch refs/heads/${branch}`);
}

/** A folder that git did not finish was never handed to anybody. */
async function discardUnfinished(paths: WorkspacePaths, git: Git): Promise<null> {
  await checkPlace(paths);
  await git.ask([`--git-dir=${paths.clone}`, 'worktree', 'remove', '--force', '--force', '--', paths.cwd]);
  await rm(paths.cwd, { recursive: true, force: true });
  return null;
}

async function kindOf(path: string): Promise<'folder' | 'other' | 'absent'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  }
}

/** Nothing is made or removed through a link that leads out of the root. */
async function checkPlace(paths: WorkspacePaths, path: string = paths.cwd): Promise<void> {
  const [root, place] = await Promise.all([realpath(paths.root), realpath(path)]);
  if (!place.startsWith(root + sep)) throw foreign(paths);
}

function ownsMarker(request: WorkspaceRequest, marker: { readonly ref: string; readonly repository: string }): boolean {
  return (
    marker.ref.toLowerCase() === formatRef(request.ref).toLowerCase() &&
    marker.repository === repositoryText(repositoryOf(request))
  );
}

function repositoryOf(request: WorkspaceAddress): RepositoryName {
  return request.repository ?? request.ref;
}

function foreign(paths: WorkspacePaths): LoopError<SessionsErrorCode> {
  return new LoopError('WORKSPACE_FOREIGN', `${paths.cwd} is not the checkout that was made for this work item`, {
    remedy: 'Move it away, then try again.',
  });
}

function mismatch(paths: WorkspacePaths, branch: string): LoopError<SessionsErrorCode> {
  return new LoopError(
    'WORKSPACE_BRANCH_MISMATCH',
    `${paths.cwd} is not on the branch "${branch}" of the pull request`,
    {
      remedy: `Check the branch out there, or remove the checkout.`,
    },
  );
}

function branchBusy(branch: string): LoopError<SessionsErrorCode> {
  return new LoopError('WORKSPACE_BRANCH_BUSY', `the branch "${branch}" is checked out in another workspace`, {
    remedy: 'Let the session that has it handle the pull request.',
  });
}
