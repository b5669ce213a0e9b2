import { formatRef, loginKey, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations, type GithubReview, type ReviewersAnswer } from '@the-loop/integrations-github';
import { type ComparedCommits } from '../items/same-work.ts';
import { type DispensableEnd, dispensable, isForgone, type Try } from './dispensable-write.ts';
import { faultText } from './fault-text.ts';

interface Request {
  readonly ref: WorkItemRef;
  readonly logins: readonly string[];
  /** When it was asked for, where an earlier try may have reached GitHub: who has reviewed since then has answered. Null for a first try. */
  readonly triedSince: number | null;
  /** Whether an approval of one commit stands on the other, as the gate sees it. */
  readonly isSameWork: (commits: ComparedCommits) => Promise<boolean>;
}

type Asking = Pick<GithubOperations, 'getPullRequest' | 'whoami' | 'listReviews' | 'requestReviewers'>;

/**
 * Asks people for a review of an open pull request: neither its author nor us, and nobody who is asked already or whose latest
 * verdict approves the work at its head. GitHub knows who is asked until they answer, so a repeat asks nobody twice.
 */
export function askReviewers(github: Asking, request: Request, attempt: Try): Promise<DispensableEnd> {
  const where = formatRef(request.ref);
  const everything = `asking ${request.logins.join(', ')} for a review of ${where} was given up`;
  return dispensable(everything, attempt, async () => {
    const logins = await missingReviewers(github, request, attempt.signal);
    if (logins.length === 0) return { kind: 'made', writes: 0 };
    return dispensable(unasked(logins, where), attempt, async () => {
      const answer = await github.requestReviewers(request.ref, logins, { signal: attempt.signal });
      const fault = answer.broken?.fault;
      if (fault !== undefined && !isForgone(fault, attempt)) throw fault;
      return endOf(answer, where);
    });
  });
}

function endOf({ asked, refused, broken, writes }: ReviewersAnswer, where: string): DispensableEnd {
  const parts = [
    ...(refused.length === 0 ? [] : [notTaken(refused, where)]),
    ...(broken === undefined ? [] : [`${unasked(broken.unasked, where)}: ${faultText(broken.fault)}`]),
  ];
  if (parts.length === 0) return { kind: 'made', writes };
  return { kind: asked.length === 0 ? 'forgone' : 'made', writes, degraded: parts.join('; ') };
}

function unasked(logins: readonly string[], where: string): string {
  return `no review of ${where} was asked of ${logins.join(', ')}`;
}

function notTaken(logins: readonly string[], where: string): string {
  const why = 'people need access to be asked, and some plans take one reviewer only';
  return `GitHub does not take ${logins.join(', ')} as a reviewer of ${where}: ${why}`;
}

async function missingReviewers(github: Asking, request: Request, signal: AbortSignal): Promise<readonly string[]> {
  const { ref, logins } = request;
  const pull = await github.getPullRequest(ref, { signal });
  if (pull.state !== 'open') return [];
  const { login: us } = await github.whoami(ref.host, { signal });
  const reviews = await github.listReviews(ref, { signal });
  const left = new Set([us, pull.author?.login, ...pull.requestedReviewers].map(loginKey));
  for (const login of answeredSince(reviews, request)) left.add(login);
  for (const login of await approvers(reviews, pull.head.sha, request)) left.add(login);
  return logins.filter((login) => !left.has(loginKey(login)));
}

/** Who has answered a request that was lost. GitHub's times are whole seconds. */
function answeredSince(reviews: readonly GithubReview[], { triedSince }: Request): string[] {
  if (triedSince === null) return [];
  const since = Math.floor(triedSince / 1000) * 1000;
  return reviews.filter(({ createdAt }) => Date.parse(createdAt) >= since).map(({ author }) => loginKey(author?.login));
}

async function approvers(
  reviews: readonly GithubReview[],
  head: string,
  { isSameWork }: Request,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [login, { state, commitId }] of latestVerdicts(reviews)) {
    if (state !== 'APPROVED') continue;
    if (commitId === head || (await isSameWork({ reviewed: commitId, head }))) found.push(login);
  }
  return found;
}

/** By login. GitHub lists reviews in the order they were given; one that was dismissed decides nothing. */
function latestVerdicts(reviews: readonly GithubReview[]): ReadonlyMap<string, GithubReview> {
  const verdicts = reviews.filter(({ state }) => state === 'APPROVED' || state === 'CHANGES_REQUESTED');
  return new Map(verdicts.map((review) => [loginKey(review.author?.login), review]));
}
