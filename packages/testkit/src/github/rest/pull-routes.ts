import { mergePull, openPull, requestReviewers } from '../acts/pulls.ts';
import { addReview, addReviewComment, dismissReview } from '../acts/reviews.ts';
import { renderReview, renderReviewComment } from '../render/comment.ts';
import { pullOf, renderPull, renderSimplePull } from '../render/pull.ts';
import { commitIdOf } from '../state/commit-id.ts';
import { invalid, notFound } from '../state/refusal.ts';
import { issueOf, numberParam, optionalText, repositoryOf, sinceAndSorted, textField, textsField } from './input.ts';
import { type Answer, type Call, type Route, route } from './route.ts';

const REPO = '/repos/:owner/:repo';
const PULL = `${REPO}/pulls/:number`;
const REVIEW_STATES = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

function listPulls(call: Call): Answer {
  const state = call.query.get('state') ?? 'open';
  const head = call.query.get('head');
  const pulls = [...repositoryOf(call).issues.values()].filter((issue) => {
    if (!issue.pull || (state !== 'all' && issue.state !== state)) return false;
    return head === null || head === `${issue.pull.head.repository.owner.login}:${issue.pull.head.ref}`;
  });
  return { items: sinceAndSorted(call, pulls, 'desc').map((issue) => renderSimplePull(issue, call.world.options)) };
}

function postPull(call: Call): Answer {
  const repository = repositoryOf(call);
  const head = textField(call, 'PullRequest', 'head');
  const ref = head.includes(':') ? head.slice(head.indexOf(':') + 1) : head;
  const base = textField(call, 'PullRequest', 'base');
  const issue = openPull(call, repository, {
    title: textField(call, 'PullRequest', 'title'),
    body: optionalText(call, 'body') ?? '',
    draft: call.body['draft'] === true,
    head: { ref, sha: commitIdOf(`${ref}@head`), repository },
    base: { ref: base, sha: commitIdOf(`${base}@base`), repository },
  });
  return { status: 201, body: renderPull(issue, call.world.options) };
}

function postReview(call: Call): Answer {
  const issue = issueOf(call);
  const event = optionalText(call, 'event') ?? '';
  if (!(event in REVIEW_STATES)) throw invalid('PullRequestReview', 'event', 'invalid');
  const commitId = optionalText(call, 'commit_id');
  const review = addReview(call, issue, {
    state: REVIEW_STATES[event as keyof typeof REVIEW_STATES],
    body: optionalText(call, 'body') ?? '',
    ...(commitId === undefined ? {} : { commitId }),
  });
  return { status: 200, body: renderReview(review, call.world.options) };
}

function postReviewComment(call: Call): Answer {
  const line = call.body['line'];
  const comment = addReviewComment(call, issueOf(call), {
    path: textField(call, 'PullRequestReviewComment', 'path'),
    line: typeof line === 'number' ? line : 1,
    body: textField(call, 'PullRequestReviewComment', 'body'),
  });
  return { status: 201, body: renderReviewComment(comment, call.world.options) };
}

function putMerge(call: Call): Answer {
  const issue = issueOf(call);
  const sha = optionalText(call, 'sha');
  const mergeSha = commitIdOf(`merge of ${issue.nodeId}`);
  mergePull(call, issue, { mergeSha, ...(sha === undefined ? {} : { sha }) });
  return { status: 200, body: { sha: mergeSha, merged: true, message: 'Pull Request successfully merged' } };
}

function putDismissal(call: Call): Answer {
  const review = call.world.reviews.get(numberParam(call, 'id'));
  if (!review || review.issue !== issueOf(call)) throw notFound();
  dismissReview(call, review);
  return { status: 200, body: renderReview(review, call.world.options) };
}

/** Pull requests, reviews, line comments, merging. */
export const pullRoutes: readonly Route[] = [
  route(`GET ${REPO}/pulls`, 'list-pulls', listPulls),
  route(`POST ${REPO}/pulls`, 'open-pull', postPull),
  route(`GET ${REPO}/pulls/comments`, 'list-repository-review-comments', (call) => {
    const repository = repositoryOf(call);
    const all = [...call.world.reviewComments.values()].filter((comment) => comment.issue.repository === repository);
    return {
      items: sinceAndSorted(call, all, 'asc').map((comment) => renderReviewComment(comment, call.world.options)),
    };
  }),
  route(`GET ${PULL}`, 'get-pull', (call) => ({ status: 200, body: renderPull(issueOf(call), call.world.options) })),
  route(`GET ${PULL}/reviews`, 'list-reviews', (call) => ({
    items: pullOf(issueOf(call)).reviews.map((review) => renderReview(review, call.world.options)),
  })),
  route(`POST ${PULL}/reviews`, 'add-review', postReview),
  route(`PUT ${PULL}/reviews/:id/dismissals`, 'dismiss-review', putDismissal),
  route(`GET ${PULL}/comments`, 'list-review-comments', (call) => ({
    items: sinceAndSorted(call, pullOf(issueOf(call)).reviewComments, 'asc').map((comment) =>
      renderReviewComment(comment, call.world.options),
    ),
  })),
  route(`POST ${PULL}/comments`, 'add-review-comment', postReviewComment),
  route(`POST ${PULL}/requested_reviewers`, 'request-reviewers', (call) => {
    const issue = issueOf(call);
    requestReviewers(call, issue, textsField(call, 'PullRequest', 'reviewers'));
    return { status: 201, body: renderSimplePull(issue, call.world.options) };
  }),
  route(`PUT ${PULL}/merge`, 'merge-pull', putMerge),
];
