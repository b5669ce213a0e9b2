import { type WorkItemRef } from '@the-loop/graph-core';

/** An account. Logins can be renamed, ids cannot. */
export interface GithubActor {
  readonly login: string;
  readonly id: number;
}

/** An issue or pull request. Times are ISO 8601, UTC. */
export interface GithubItem {
  readonly ref: WorkItemRef;
  readonly kind: 'issue' | 'pull-request';
  readonly nodeId: string;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  /** Null for an account that was deleted. */
  readonly author: GithubActor | null;
  readonly state: 'open' | 'closed';
  /** `completed`, `not_planned`, `reopened`; empty where GitHub says none. */
  readonly stateReason: string;
  readonly labels: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly closedBy: GithubActor | null;
}

/** The last time that an item was closed. */
export interface GithubClosing {
  /** `merge`: GitHub did it because of a pull request or commit; otherwise a person. */
  readonly by: 'merge' | 'person';
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Something that somebody did to an item. */
export interface GithubItemEvent {
  readonly kind: 'labeled' | 'reopened' | 'ready_for_review';
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Null for an account that was deleted; its id where GitHub tells it. */
  readonly by: { readonly login: string; readonly id: number | null } | null;
  /** Name of the label that was added; empty for the others. */
  readonly label: string;
}

/** The end of a pull request: a branch, its commit, and its repository (null for a fork that was deleted). */
export interface GithubBranchEnd {
  readonly ref: string;
  readonly sha: string;
  readonly repository: string | null;
}

export interface GithubPullRequest extends Omit<GithubItem, 'stateReason' | 'closedBy' | 'kind'> {
  readonly kind: 'pull-request';
  readonly draft: boolean;
  readonly merged: boolean;
  readonly mergedAt: string | null;
  readonly mergedBy: GithubActor | null;
  /** The commit of the merge; before it, of a trial of GitHub's. Null where there is none. */
  readonly mergeCommitSha: string | null;
  readonly head: GithubBranchEnd;
  readonly base: GithubBranchEnd;
  /** Of the base repository; closing keywords count only on it. */
  readonly defaultBranch: string;
  readonly requestedReviewers: readonly string[];
}

/** Whether a ref leads to something. `missing` is a definite 404 or 410; anything less throws. */
export type ItemAnswer =
  | { readonly kind: 'found'; readonly item: GithubItem }
  | { readonly kind: 'missing'; readonly status: 404 | 410 }
  /** Transferred, or its repository renamed; `item` is what stands there. */
  | { readonly kind: 'moved'; readonly ref: WorkItemRef; readonly item: GithubItem };
