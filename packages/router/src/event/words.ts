import { type Payload, type PayloadComment, type PayloadReview } from '../payload/payload.ts';

/** What a person wrote, of whatever shape. */
export interface Words {
  readonly kind: 'comment' | 'review' | 'inline';
  readonly id: number | null;
  readonly nodeId: string;
  readonly body: string;
  readonly author: PayloadComment['user'];
  readonly url: string;
  /** ISO 8601, as GitHub sent it; empty when absent. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly commitId: string;
  /** Of a review, as GitHub spelled it. */
  readonly state: string;
}

/** The words that an event is about; `null` for an event without words, and when the payload lacks them. */
export function wordsOf(event: string, payload: Payload): Words | null {
  if (event === 'pull_request_review') return payload.review === null ? null : reviewWords(payload.review);
  if (event === 'issue_comment') return payload.comment === null ? null : commentWords(payload.comment, 'comment');
  if (event === 'pull_request_review_comment') {
    return payload.comment === null ? null : commentWords(payload.comment, 'inline');
  }
  return null;
}

function commentWords(comment: PayloadComment, kind: 'comment' | 'inline'): Words {
  return {
    kind,
    id: comment.id,
    nodeId: comment.node_id,
    body: comment.body,
    author: comment.user,
    url: comment.html_url,
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    commitId: comment.commit_id,
    state: '',
  };
}

function reviewWords(review: PayloadReview): Words {
  return {
    kind: 'review',
    id: review.id,
    nodeId: review.node_id,
    body: review.body,
    author: review.user,
    url: review.html_url,
    createdAt: review.submitted_at,
    updatedAt: '',
    commitId: review.commit_id,
    state: review.state,
  };
}
