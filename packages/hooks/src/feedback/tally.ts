import { type GateComment, loginKey } from '@the-loop/graph-core';

/**
 * A person's latest decisive statement. `stale` approved another commit; `holds` requested changes earlier, which sends
 * nothing back again and still holds an approval.
 */
export interface Standing {
  readonly decision: 'approve' | 'changes' | 'stale' | 'holds';
  readonly comment: GateComment;
}

/** What was read so far. */
export interface Tally {
  /** By login, in the order in which people last decided. */
  readonly standing: Map<string, Standing>;
  readonly read: GateComment[];
  readonly over: Set<string>;
  hasComments: boolean;
  unclear: '' | 'condition' | 'wording' | 'ambiguous';
}

/** Nothing read yet. */
export function emptyTally(): Tally {
  return { standing: new Map(), read: [], over: new Set(), hasComments: false, unclear: '' };
}

/** Lets a statement replace what its author said before. */
export function stand({ standing }: Tally, statement: Standing): void {
  const key = loginKey(statement.comment.author);
  standing.delete(key);
  standing.set(key, statement);
}
