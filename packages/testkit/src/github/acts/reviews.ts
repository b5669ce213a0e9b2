import { pullOf } from '../render/pull.ts';
import { type IssueRecord, type ReviewCommentRecord, type ReviewRecord } from '../state/records.ts';
import { invalid, Refusal } from '../state/refusal.ts';
import { type World } from '../state/world.ts';
import { checkBody, newContent } from './content.ts';
import { type Scene } from './scene.ts';
import { tellReview, tellReviewComment } from './tell.ts';

export interface NewReview {
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
  readonly body?: string;
  /** The commit that was looked at; the head when left out. */
  readonly commitId?: string;
  readonly comments?: readonly NewReviewComment[];
}

export interface NewReviewComment {
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

/** One review: a `submitted` event, then one event per line comment, in GitHub's order. */
export function addReview({ world, by }: Scene, issue: IssueRecord, input: NewReview): ReviewRecord {
  const pull = pullOf(issue);
  const { state, body = '', comments = [] } = input;
  checkReview(input, issue.author === by);
  const content = newContent(world, { prefix: 'PRR', author: by, body });
  const review: ReviewRecord = { ...content, issue, state, commitId: input.commitId ?? pull.head.sha };
  pull.reviews.push(review);
  pull.requestedReviewers = pull.requestedReviewers.filter((reviewer) => reviewer !== by);
  issue.updatedAt = review.createdAt;
  world.reviews.set(review.id, review);
  world.nodes.set(review.nodeId, review);
  const lines = comments.map((comment) => storeReviewComment(world, review, comment));
  tellReview(world, review, { action: 'submitted', by });
  for (const line of lines) tellReviewComment(world, line, { action: 'created', by });
  return review;
}

/** GitHub lets nobody judge their own pull request, and wants words for anything but an approval. */
function checkReview({ state, body = '', comments = [] }: NewReview, isOwn: boolean): void {
  if (isOwn && state !== 'COMMENTED') {
    const what = state === 'APPROVED' ? 'approve' : 'request changes on';
    throw new Refusal(422, 'Unprocessable Entity', { body: { errors: [`Can not ${what} your own pull request`] } });
  }
  if (state !== 'APPROVED' && body.trim() === '' && comments.length === 0) {
    throw invalid('PullRequestReview', 'body', 'missing_field');
  }
}

/** A single line comment, which GitHub wraps in a review of its own. */
export function addReviewComment(
  { world, by }: Scene,
  issue: IssueRecord,
  input: NewReviewComment,
): ReviewCommentRecord {
  const review = addReview({ world, by }, issue, { state: 'COMMENTED', comments: [input] });
  const comment = pullOf(issue).reviewComments.find((candidate) => candidate.review === review);
  if (!comment) throw new Error('the review was stored without its comment');
  return comment;
}

export function dismissReview({ world, by }: Scene, review: ReviewRecord): void {
  if (review.state === 'COMMENTED' || review.state === 'DISMISSED')
    throw invalid('PullRequestReview', 'state', 'invalid');
  review.state = 'DISMISSED';
  review.updatedAt = world.time();
  tellReview(world, review, { action: 'dismissed', by });
}

function storeReviewComment(world: World, review: ReviewRecord, input: NewReviewComment): ReviewCommentRecord {
  checkBody(input.body, 'PullRequestReviewComment');
  const comment: ReviewCommentRecord = {
    ...newContent(world, { prefix: 'PRRC', author: review.author, body: input.body }),
    issue: review.issue,
    review,
    path: input.path,
    line: input.line,
    commitId: review.commitId,
    inReplyTo: null,
  };
  pullOf(review.issue).reviewComments.push(comment);
  world.reviewComments.set(comment.id, comment);
  world.nodes.set(comment.nodeId, comment);
  return comment;
}
