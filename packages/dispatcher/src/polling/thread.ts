import { type WorkItemRef } from '@the-loop/graph-core';
import { GithubError, type GithubItem, type GithubPullRequest } from '@the-loop/integrations-github';
import { type PolledGithub } from './poll-ports.ts';

/** An issue or pull request with what a webhook about it would carry, and GitHub's closing references. */
export interface Thread {
  readonly item: GithubItem;
  readonly pull: GithubPullRequest | null;
  /** Whole, with the repository each is in; null where the credential may not read them. */
  readonly closing: readonly WorkItemRef[] | null;
}

/** Reads each thread of one cycle at most once. */
export interface Threads {
  /** Throws what GitHub throws; null for an item that is gone or stands elsewhere now. */
  read(ref: WorkItemRef): Promise<Thread | null>;
}

/** `items` were read already, by number. */
export function createThreads(
  github: Pick<PolledGithub, 'getItem' | 'getPullRequest' | 'closingReferences'>,
  items: ReadonlyMap<number, GithubItem>,
  options: { readonly signal: AbortSignal; readonly closing: (ref: WorkItemRef) => Promise<Thread['closing']> },
): Threads {
  const threads = new Map<number, Promise<Thread | null>>();
  const read = async (ref: WorkItemRef): Promise<Thread | null> => {
    const item = items.get(ref.number) ?? (await found(github, ref, options.signal));
    if (item === null) return null;
    if (item.kind === 'issue') return { item, pull: null, closing: null };
    const pull = await pullRequestOf(github, item.ref, options.signal);
    return pull === null ? null : { item, pull, closing: await options.closing(item.ref) };
  };
  return {
    read: (ref) => {
      const known = threads.get(ref.number) ?? read(ref);
      threads.set(ref.number, known);
      return known;
    },
  };
}

async function found(
  github: Pick<PolledGithub, 'getItem'>,
  ref: WorkItemRef,
  signal: AbortSignal,
): Promise<GithubItem | null> {
  const answer = await github.getItem(ref, { signal });
  return answer.kind === 'found' ? answer.item : null;
}

async function pullRequestOf(
  github: Pick<PolledGithub, 'getPullRequest'>,
  ref: WorkItemRef,
  signal: AbortSignal,
): Promise<GithubPullRequest | null> {
  try {
    return await github.getPullRequest(ref, { signal });
  } catch (fault) {
    if (fault instanceof GithubError && fault.code === 'GITHUB_NOT_FOUND') return null;
    throw fault;
  }
}
