import { renderComment, renderReview, renderReviewComment } from '../render/comment.ts';
import { renderIssue } from '../render/issue.ts';
import { renderPull, renderSimplePull } from '../render/pull.ts';
import {
  type CommentRecord,
  type IssueRecord,
  type ReviewCommentRecord,
  type ReviewRecord,
  type UserRecord,
} from '../state/records.ts';
import { type World } from '../state/world.ts';

/** Who did what; `extra` are the keys that only this action has, such as `label` or `changes`. */
export interface Deed {
  readonly action: string;
  readonly by: UserRecord;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** An `issues` or `pull_request` event, by what the record is. */
export function tellItem(world: World, issue: IssueRecord, deed: Deed): void {
  const bases = world.options;
  const parts = issue.pull
    ? { number: issue.number, pull_request: renderPull(issue, bases), ...deed.extra }
    : { issue: renderIssue(issue, bases), ...deed.extra };
  const event = issue.pull ? 'pull_request' : 'issues';
  world.announce({ event, action: deed.action, repository: issue.repository, sender: deed.by, parts });
}

export function tellComment(world: World, comment: CommentRecord, deed: Deed): void {
  const { issue } = comment;
  const parts = {
    issue: renderIssue(issue, world.options),
    comment: renderComment(comment, world.options),
    ...deed.extra,
  };
  world.announce({ event: 'issue_comment', action: deed.action, repository: issue.repository, sender: deed.by, parts });
}

export function tellReview(world: World, review: ReviewRecord, deed: Deed): void {
  const { issue } = review;
  const shown = renderReview(review, world.options);
  const parts = {
    review: { ...shown, body: shown.body === '' ? null : shown.body, state: shown.state.toLowerCase() },
    pull_request: renderSimplePull(issue, world.options),
    ...deed.extra,
  };
  world.announce({
    event: 'pull_request_review',
    action: deed.action,
    repository: issue.repository,
    sender: deed.by,
    parts,
  });
}

export function tellReviewComment(world: World, comment: ReviewCommentRecord, deed: Deed): void {
  const { issue } = comment;
  const parts = {
    comment: renderReviewComment(comment, world.options),
    pull_request: renderSimplePull(issue, world.options),
    ...deed.extra,
  };
  const event = 'pull_request_review_comment';
  world.announce({ event, action: deed.action, repository: issue.repository, sender: deed.by, parts });
}
