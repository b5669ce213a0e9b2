import { type GateComment } from '@the-loop/graph-core';
import { type GithubComment, type GithubReview, type GithubReviewComment } from '@the-loop/integrations-github';

/** Something that was read on GitHub, with the id that it always has. */
export type ReadComment = GateComment & { readonly id: string };

/** A comment of a conversation as a gate sees it. One that was edited is not first hand any more. */
export function said(comment: GithubComment, on: string): ReadComment {
  return { ...common(comment, on), kind: 'comment', ...(isEdited(comment) ? { action: 'edited' } : {}) };
}

/** A submitted review as a gate sees it, as it stands today. */
export function reviewAsGateComment(review: GithubReview, on: string): ReadComment {
  return { ...common(review, on), kind: 'review', reviewState: review.state, commitId: review.commitId };
}

/** A comment on a line as a gate sees it. */
export function inlineAsGateComment(comment: GithubReviewComment, on: string): ReadComment {
  return {
    ...common(comment, on),
    kind: 'inline',
    commitId: comment.commitId,
    ...(isEdited(comment) ? { action: 'edited' } : {}),
  };
}

function common({ id, url, createdAt, body, author }: GithubComment | GithubReview, on: string) {
  const login = author?.login ?? '';
  return { id, url, createdAt, body, on, author: login, ...(author === null ? {} : { authorId: author.id }) };
}

function isEdited({ createdAt, updatedAt }: GithubComment): boolean {
  return Date.parse(updatedAt) > Date.parse(createdAt);
}
