import { type GithubComment, type GithubEdit } from '@the-loop/integrations-github';
import { digestOf } from './happening.ts';
import { type CommentLedger } from './ledgers.ts';

/** What happened to a comment between two readings. */
export type CommentChange = 'unchanged' | 'created' | 'edited';

/**
 * Compares a comment with the ledger. What the ledger does not have is new when it was written after the cursor;
 * before, it was read then, and only its text can be news.
 */
export function commentChange(comment: GithubComment, ledger: Pick<CommentLedger, 'since' | 'seen'>): CommentChange {
  const known = ledger.seen[comment.id];
  if (known !== undefined) return known.text === digestOf(comment.body) ? 'unchanged' : 'edited';
  return Date.parse(comment.createdAt) >= Date.parse(ledger.since) ? 'created' : 'edited';
}

/** Whether it may have been edited since it was written. */
export function mayBeEdited({ createdAt, updatedAt }: GithubComment): boolean {
  return createdAt !== updatedAt;
}

/** The text that was written first, and who changed it last. */
export interface FirstText {
  /** Null where GitHub withholds it. */
  readonly first: string | null;
  /** Null where GitHub does not say. */
  readonly lastEditor: string | null;
  /** It was edited at all. */
  readonly edited: boolean;
}

/** Reads a history; `null` is a history that may not be read, and an empty one that of a text nobody changed. */
export function firstText(history: readonly GithubEdit[] | null, body: string): FirstText {
  if (history === null) return { first: null, lastEditor: null, edited: true };
  if (history.length === 0) return { first: body, lastEditor: null, edited: false };
  return { first: history[0]?.text ?? null, lastEditor: history.at(-1)?.editor ?? null, edited: history.length > 1 };
}
