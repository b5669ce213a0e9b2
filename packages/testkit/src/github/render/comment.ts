import { type CommentRecord, type ReviewCommentRecord, type ReviewRecord } from '../state/records.ts';
import { associationOf, issueUrl, pageOf, renderReactions } from './issue.ts';
import { type Bases } from './links.ts';
import { fullNameOf } from './repository.ts';
import { renderUser } from './user.ts';

/** A comment in the conversation of an issue or pull request. */
export function renderComment(comment: CommentRecord, bases: Bases) {
  const url = `${bases.apiBase}/repos/${fullNameOf(comment.issue.repository)}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${pageOf(comment.issue, bases)}#issuecomment-${comment.id}`,
    issue_url: issueUrl(comment.issue, bases),
    id: comment.id,
    node_id: comment.nodeId,
    user: renderUser(comment.author, bases),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(comment.author, comment.issue.repository),
    body: comment.body,
    reactions: renderReactions(comment, url),
    performed_via_github_app: null,
  };
}

/** A review as REST shows it; in payloads the state is in lower case. */
export function renderReview(review: ReviewRecord, bases: Bases) {
  const html = `${pageOf(review.issue, bases)}#pullrequestreview-${review.id}`;
  const pull = issueUrl(review.issue, bases).replace('/issues/', '/pulls/');
  return {
    id: review.id,
    node_id: review.nodeId,
    user: renderUser(review.author, bases),
    body: review.body,
    commit_id: review.commitId,
    submitted_at: review.createdAt,
    updated_at: review.updatedAt,
    state: review.state as string,
    html_url: html,
    pull_request_url: pull,
    author_association: associationOf(review.author, review.issue.repository),
    _links: { html: { href: html }, pull_request: { href: pull } },
  };
}

/** A comment on a line of a pull request. */
export function renderReviewComment(comment: ReviewCommentRecord, bases: Bases) {
  const url = `${bases.apiBase}/repos/${fullNameOf(comment.issue.repository)}/pulls/comments/${comment.id}`;
  const html = `${pageOf(comment.issue, bases)}#discussion_r${comment.id}`;
  const pull = issueUrl(comment.issue, bases).replace('/issues/', '/pulls/');
  return {
    url,
    pull_request_review_id: comment.review.id,
    id: comment.id,
    node_id: comment.nodeId,
    diff_hunk: `@@ -1 +1 @@\n+line ${comment.line}`,
    path: comment.path,
    position: comment.line,
    original_position: comment.line,
    commit_id: comment.commitId,
    original_commit_id: comment.commitId,
    user: renderUser(comment.author, bases),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: html,
    pull_request_url: pull,
    author_association: associationOf(comment.author, comment.issue.repository),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pull } },
    reactions: renderReactions(comment, url),
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: comment.line,
    original_line: comment.line,
    side: 'RIGHT' as const,
    subject_type: 'line' as const,
    ...(comment.inReplyTo === null ? {} : { in_reply_to_id: comment.inReplyTo }),
  };
}
