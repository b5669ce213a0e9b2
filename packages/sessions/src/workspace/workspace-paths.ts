import { join, resolve } from 'node:path';
import { LoopError, repoStateKey, type WorkItemRef } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';

/** A repository on a host. A {@link WorkItemRef} is one too. */
export type RepositoryName = Pick<WorkItemRef, 'host' | 'owner' | 'repo'>;

/** Which checkout is meant: the work item's own, or the one of a pull request that has its own conversation. */
export interface WorkspaceAddress {
  /** The workspace root, an absolute path. */
  readonly root: string;
  /** The work item the checkout is for. */
  readonly ref: WorkItemRef;
  /** `refKey(ref)`. */
  readonly key: string;
  /** The repository that is checked out; the work item's own when absent. */
  readonly repository?: RepositoryName;
  /** Set for the checkout of a pull request; `repository` is then the pull request's. */
  readonly pullRequest?: PullRequestHead;
}

/** Where a pull request's commits are. */
export interface PullRequestHead {
  readonly number: number;
  /** The head branch; its name in the fork when `fork` is set. */
  readonly branch: string;
  /** True when the head is in another repository: then `refs/pull/<n>/head` is fetched. */
  readonly fork?: boolean;
}

/** Every path that belongs to one checkout. */
export interface WorkspacePaths {
  readonly root: string;
  /** The bare clone that all checkouts of the repository share. */
  readonly clone: string;
  readonly lock: string;
  /** The directory of the work item: its checkouts and their markers. */
  readonly item: string;
  readonly cwd: string;
  /** Beside the checkout, so that nothing committed can forge it. */
  readonly marker: string;
}

/** `<host>/<owner>/<repo>`, lower case, as markers have it. */
export function repositoryText({ host, owner, repo }: RepositoryName): string {
  return `${host}/${owner}/${repo}`.toLowerCase();
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/;
const KEY = /^[A-Za-z0-9][A-Za-z0-9._~+-]{0,249}$/;

/**
 * The paths of a checkout. Names are judged, never repaired: throws `WORKSPACE_NAME_INVALID` for a key, host, owner,
 * repository or number that could leave its folder or meet another's.
 */
export function workspacePaths(address: WorkspaceAddress): WorkspacePaths {
  const { key, pullRequest } = address;
  if (!KEY.test(key)) throw nameFault('work item key', key);
  if (pullRequest && !(Number.isSafeInteger(pullRequest.number) && pullRequest.number > 0)) {
    throw nameFault('pull request number', String(pullRequest.number));
  }
  const root = resolve(address.root);
  const name = repositoryFolder(address.repository ?? address.ref);
  const item = join(root, 'items', key);
  // `+` occurs in no repository name, so a repository called "app-pr-3" meets no pull request's folder.
  const checkout = pullRequest ? `${name}+pr-${pullRequest.number}` : name;
  const clone = join(root, 'repositories', `${name}.git`);
  return {
    root,
    clone,
    lock: `${clone}.lock`,
    item,
    cwd: join(item, checkout),
    marker: join(item, `${checkout}.json`),
  };
}

/** `<host>__<owner>__<repo>`, lower case; a port is written after `+`. Never the same for two repositories. */
function repositoryFolder({ host, owner, repo }: RepositoryName): string {
  const lower = host.toLowerCase();
  if (!HOST.test(lower) || lower.includes('..')) throw nameFault('host', host);
  return `${lower.replace(':', '+')}__${repositoryKey(owner, repo)}`;
}

function repositoryKey(owner: string, repo: string): string {
  if (`${owner}${repo}`.includes('/') || owner.startsWith('-') || owner.startsWith('.') || repo.startsWith('-')) {
    throw nameFault('repository', `${owner}/${repo}`);
  }
  try {
    return repoStateKey(`${owner}/${repo}`);
  } catch (cause) {
    throw nameFault('repository', `${owner}/${repo}`, cause);
  }
}

function nameFault(what: string, value: string, cause?: unknown): LoopError<SessionsErrorCode> {
  return new LoopError('WORKSPACE_NAME_INVALID', `the ${what} ${JSON.stringify(value)} cannot name a folder`, {
    remedy: 'Use the name as GitHub spells it.',
    cause,
  });
}
