import {
  type Changes,
  type GithubComment,
  type GithubItem,
  type GithubReviewComment,
} from '@the-loop/integrations-github';
import { commentChange } from './comment-changes.ts';
import { commentHappenings } from './comment-happenings.ts';
import { nextCursor } from './cursor.ts';
import { attempt, type Cycle } from './cycle.ts';
import { isHeldBack } from './first-sight.ts';
import { digestOf, type Happening } from './happening.ts';
import { type CommentLedger } from './ledgers.ts';

type Comment = GithubComment | GithubReviewComment;

/** What a source of comments brought. */
export interface CommentReading {
  readonly happenings: readonly Happening[];
  readonly ledger: CommentLedger;
  /** Numbers of the items whose old commands were taken in. */
  readonly held: ReadonlySet<number>;
}

export interface CommentQuestion {
  readonly ledger: CommentLedger;
  readonly changes: Changes<Comment>;
  /** The repository is seen for the first time: the open items by number. Null afterwards. */
  readonly firstSight: ReadonlyMap<number, GithubItem> | null;
}

/** Turns what changed in a source of comments into happenings, and moves its cursor. */
export async function readComments(cycle: Cycle, question: CommentQuestion): Promise<CommentReading> {
  const { changes, ledger, firstSight } = question;
  if (changes.kind === 'unchanged') return { happenings: [], ledger, held: new Set() };
  const happenings: Happening[] = [];
  const failed: Comment[] = [];
  for (const comment of changes.entries) {
    if (comment.on === null) continue;
    const read = await attempt(cycle, comment.on, () => happeningsOf(cycle, comment, { ledger, firstSight }));
    if (read === null) failed.push(comment);
    else happenings.push(...read.value);
  }
  const cursor = nextCursor(ledger, { entries: changes.entries, failed, etag: changes.etag });
  const held = firstSight === null ? [] : happenings.map(({ on }) => on.number);
  const read = changes.entries.filter((comment) => !failed.includes(comment));
  return { happenings, ledger: { ...cursor, seen: seenSince(ledger, read, cursor.since) }, held: new Set(held) };
}

async function happeningsOf(
  cycle: Cycle,
  comment: Comment,
  { ledger, firstSight }: Pick<CommentQuestion, 'ledger' | 'firstSight'>,
): Promise<readonly Happening[]> {
  if (firstSight !== null) {
    if (!(await isHeldBack(cycle, comment, firstSight))) return [];
    return commentHappenings(cycle, { comment, change: 'created', onlyCommands: cycle.settings.control });
  }
  const change = commentChange(comment, ledger);
  return change === 'unchanged' ? [] : commentHappenings(cycle, { comment, change, onlyCommands: null });
}

/** Only what the next reading can show again is kept. */
function seenSince(ledger: CommentLedger, entries: readonly Comment[], since: string): CommentLedger['seen'] {
  const read = entries.map(({ id, updatedAt, body }) => [id, { updatedAt, text: digestOf(body) }] as const);
  const all = Object.entries({ ...ledger.seen, ...Object.fromEntries(read) });
  return Object.fromEntries(all.filter(([, { updatedAt }]) => Date.parse(updatedAt) >= Date.parse(since)));
}
