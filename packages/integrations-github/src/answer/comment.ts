import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubActor } from './item.ts';

/** A comment in a conversation. Ids are texts: they are names, not quantities. */
export interface GithubComment {
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  /** The item it stands on; null when its address cannot be read. */
  readonly on: WorkItemRef | null;
  /** Null for an account that was deleted. */
  readonly author: GithubActor | null;
  readonly body: string;
  readonly createdAt: string;
  /** Later than `createdAt` when it was edited in another second than it was written. */
  readonly updatedAt: string;
}

/** A comment on a line of a pull request. */
export interface GithubReviewComment extends GithubComment {
  readonly reviewId: string;
  readonly path: string;
  /** Null for a line that is gone. */
  readonly line: number | null;
  readonly commitId: string;
}

/** A submitted review. */
export interface GithubReview extends Omit<GithubComment, 'updatedAt'> {
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  /** The commit that was reviewed; empty when it is gone. */
  readonly commitId: string;
}

/** One saved text of a comment, review, issue or pull request. */
export interface GithubEdit {
  /** Null for a deleted account. */
  readonly editor: string | null;
  readonly at: string;
  /** The text as saved then; null when GitHub withholds it. */
  readonly text: string | null;
}

/** `missing` is a definite 404 or 410. */
export type CommentAnswer =
  | {
      readonly kind: 'found';
      readonly comment: GithubComment;
      /** Logins that edited it, the author among them; null where GitHub does not say. */
      readonly editors: readonly string[] | null;
    }
  | { readonly kind: 'missing' };

/** What a reaction goes to. */
export type ReactionTarget =
  | { readonly kind: 'node'; readonly host: string; readonly nodeId: string }
  | { readonly kind: 'item'; readonly ref: WorkItemRef }
  | { readonly kind: 'comment'; readonly ref: WorkItemRef; readonly id: string }
  | { readonly kind: 'review-comment'; readonly ref: WorkItemRef; readonly id: string };

export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes';
