import { formatRef, loginKey, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations } from '@the-loop/integrations-github';
import { type DispensableEnd, dispensable } from './dispensable-write.ts';

interface Request {
  readonly ref: WorkItemRef;
  readonly logins: readonly string[];
  /** When it was asked for, where an earlier try may have reached GitHub: who has reviewed since then has answered. Null for a first try. */
  readonly triedSince: number | null;
}

type Asking = Pick<GithubOperations, 'getPullRequest' | 'whoami' | 'listReviews' | 'requestReviewers'>;

/**
 * Asks people for a review of an open pull request: neither its author nor us, and nobody who is asked already. GitHub knows who
 * is asked until they answer, so a repeat asks nobody twice.
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
  const answered = triedSince === null ? [] : await reviewersSince(github, { ref, triedSince }, signal);
  const left = new Set([us, pull.author?.login, ...pull.requestedReviewers, ...answered].map(loginKey));
  return logins.filter((login) => !left.has(loginKey(login)));
}

async function reviewersSince(
  github: Asking,
  { ref, triedSince }: { readonly ref: WorkItemRef; readonly triedSince: number },
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  // GitHub's times are whole seconds.
  const since = Math.floor(triedSince / 1000) * 1000;
  const reviews = await github.listReviews(ref, { signal });
  return reviews.filter(({ createdAt }) => Date.parse(createdAt) >= since).map(({ author }) => author?.login);
}
