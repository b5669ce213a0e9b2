import { type GraphTarget } from '@the-loop/dispatcher';
import { type GateComment, type WorkItemRef } from '@the-loop/graph-core';
import { type ReviewReader } from '../github/review-reader.ts';
import { pullRequestOf } from '../items/pull-request-of.ts';
import { type ComparedCommits } from '../items/same-work.ts';

/** What stands on the pull request of an inner loop. */
export interface Standing {
  /** The commit that is asked about; empty when unknown. */
  readonly headSha: string;
  readonly comments: readonly GateComment[];
}

export type StandingReviews = (target: GraphTarget) => Promise<Standing>;

export interface StandingReviewsOptions {
  readonly read: ReviewReader;
  /** Comments by an account that merely has the login of an authorized person now. */
  readonly isImpostor: (comment: GateComment) => boolean;
  /** Whether two commits of a pull request differ only in the item's own directory. */
  readonly isSameWork: (item: WorkItemRef, commits: ComparedCommits) => Promise<boolean>;
}

const NOTHING: Standing = { headSha: '', comments: [] };

/**
 * Reviews count by their standing state on the gated head, whatever their time. A commit that changes the item's directory alone
 * makes no review stale. The ticket's own gates are asked by what is delivered.
 */
export function createStandingReviews(options: StandingReviewsOptions): StandingReviews {
  return async ({ item, address }) => {
    const pullRequest = pullRequestOf(item, address);
    if (pullRequest === null) return NOTHING;
    const { headSha, comments } = await options.read(pullRequest);
    const onHead = new Map<string, boolean>();
    for (const { kind, commitId = '' } of comments) {
      if (kind !== 'review' || commitId === '' || commitId === headSha || onHead.has(commitId)) continue;
      onHead.set(commitId, await options.isSameWork(item, { reviewed: commitId, head: headSha }));
    }
    const placed = comments
      .filter((comment) => !options.isImpostor(comment))
      .map((comment) => (onHead.get(comment.commitId ?? '') === true ? { ...comment, commitId: headSha } : comment));
    return { headSha, comments: placed };
  };
}
