import { formatRef, loginKey, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations, type GithubReview } from '@the-loop/integrations-github';
import { type DispensableEnd, dispensable } from './dispensable-write.ts';

interface Request {
  readonly ref: WorkItemRef;
  readonly logins: readonly string[];
  /** When it was asked for, where an earlier try may have reached GitHub: who has reviewed since then has answered. Null for a first try. */
  readonly triedSince: number | null;
}

type Asking = Pick<GithubOperations, 'getPullRequest' | 'whoami' | 'listReviews' | 'requestReviewers'>;

/**
 * Asks people for a review of an open pull request: neither its author nor us, and nobody who is asked already or has approved its
 * head. GitHub knows who is asked until they answer, so a repeat asks nobody twice.
 */
export function askReviewers(github: Asking, request: Request, signal: AbortSignal): Promise<DispensableEnd> {
  const where = formatRef(request.ref);
  return dispensable(`nobody was asked for a review of ${where}`, async () => {
    const logins = await missingReviewers(github, request, signal);
    const { refused, writes } = await github.requestReviewers(request.ref, logins, { signal });
    if (refused.length === 0) return { writes };
    const who = refused.join(', ');
    return {
      writes,
      degraded: `GitHub does not take ${who} as a reviewer of ${where}; people need access to be asked`,
    };
  });
}

async function missingReviewers(github: Asking, request: Request, signal: AbortSignal): Promise<readonly string[]> {
  const { ref, logins, triedSince } = request;
  const pull = await github.getPullRequest(ref, { signal });
  if (pull.state !== 'open') return [];
  const { login: us } = await github.whoami(ref.host, { signal });
  const reviews = await github.listReviews(ref, { signal });
  const answered = reviews.filter((review) => isAnswer(review, { head: pull.head.sha, triedSince }));
  const authors = answered.map(({ author }) => author?.login);
  const left = new Set([us, pull.author?.login, ...pull.requestedReviewers, ...authors].map(loginKey));
  return logins.filter((login) => !left.has(loginKey(login)));
}

/** An approval of what is asked about, or an answer to a request that was lost. GitHub's times are whole seconds. */
function isAnswer(
  { state, commitId, createdAt }: GithubReview,
  { head, triedSince }: { readonly head: string; readonly triedSince: number | null },
): boolean {
  if (state === 'APPROVED' && commitId === head) return true;
  return triedSince !== null && Date.parse(createdAt) >= Math.floor(triedSince / 1000) * 1000;
}
