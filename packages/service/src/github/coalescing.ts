import { type Coalescing } from '@the-loop/dispatcher';
import { type OutboxRow } from '@the-loop/store';
import { type WritePayload } from './write-payload.ts';

/** Comments that people answer, or that say what they signed: each stays a comment of its own. */
const ALONE: ReadonlySet<string> = new Set(['phase-checklist', 'goal-request', 'confirmation']);
/** GitHub takes 65,536 characters; marks and attribution need room. */
const LONGEST = 60_000;
const RULE = '\n\n---\n\n';

/** Comments of ours that would follow each other on one thread become one. Labels and reactions are written beside them. */
export const coalesceComments: Coalescing = (first, next) => {
  const [before, after] = [commentOf(first), commentOf(next)];
  if (before === null || ALONE.has(before.purpose)) return 'after';
  if (after === null || after.ref.toLowerCase() !== before.ref.toLowerCase()) return 'beside';
  const fits = before.body.length + after.body.length <= LONGEST / 4;
  return ALONE.has(after.purpose) || !fits ? 'after' : 'joins';
};

/** The text of a comment that is made of several. */
export function joinedBody(rows: readonly OutboxRow[]): string {
  return rows.map((row) => commentOf(row)?.body ?? '').join(RULE);
}

function commentOf({ payload }: OutboxRow): Extract<WritePayload, { kind: 'comment' }> | null {
  // The store gives back what this package or the dispatcher put in.
  const write = payload as WritePayload;
  return write.kind === 'comment' ? write : null;
}
