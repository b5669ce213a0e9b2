import { type GraphState } from '@the-loop/graph-core';

/** What a service keeps of one loop: its own copy of everything recorded. */
export interface LedgerEntry {
  readonly state: GraphState;
  /** Digest of `state`; says at a glance whether two copies agree. */
  readonly revision: string;
}

/**
 * The service's own copies, out of reach of whoever can edit a checkout. Keys are those of `loopKey`; a ledger
 * belongs to one repository. `expectedRevision` is the one `load` answered, or null when there was none.
 */
export interface Ledger {
  load(key: string): Promise<{ readonly value: LedgerEntry; readonly revision: number | string } | null>;
  save(key: string, expectedRevision: number | string | null, entry: LedgerEntry): Promise<'ok' | 'conflict'>;
  /** Keys that begin with `prefix`. */
  list(prefix: string): Promise<readonly string[]>;
}
