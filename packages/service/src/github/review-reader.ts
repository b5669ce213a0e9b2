import { formatRef, type GateComment, type WorkItemRef } from '@the-loop/graph-core';
import { GithubError, type GithubOperations } from '@the-loop/integrations-github';
import { inlineAsGateComment, reviewAsGateComment } from './gate-comments.ts';

/** A pull request as its gate reads it. */
interface ReviewedPullRequest {
  /** Its head commit; empty when there is no such pull request. */
  readonly headSha: string;
  /** Reviews with a verdict, as they stand, and comments on lines; oldest first. */
  readonly comments: readonly GateComment[];
}

export type ReviewReader = (ref: WorkItemRef) => Promise<ReviewedPullRequest>;

const ABSENT: ReviewedPullRequest = { headSha: '', comments: [] };

/** Reads the reviews that stand on a pull request. Rejects when GitHub does not answer: not knowing is not "none". */
export function createReviewReader(github: GithubOperations): ReviewReader {
  return async (ref) => {
    try {
      return await read(github, ref);
    } catch (error) {
      if (error instanceof GithubError && error.code === 'GITHUB_NOT_FOUND') return ABSENT;
      throw error;
    }
  };
}

async function read(github: GithubOperations, ref: WorkItemRef): Promise<ReviewedPullRequest> {
  const on = formatRef(ref);
  const [{ head }, reviews, inline] = await Promise.all([
    github.getPullRequest(ref),
    github.listReviews(ref),
    github.listReviewComments(ref),
  ]);
  // The words of a review may have been edited, and GitHub does not say: only its verdict is read again.
  const standing = reviews
    .filter(({ state }) => state !== 'COMMENTED')
    .map((review) => reviewAsGateComment(review, on));
  return { headSha: head.sha, comments: [...standing, ...inline.map((comment) => inlineAsGateComment(comment, on))] };
}
