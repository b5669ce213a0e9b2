import { type OutboxRow } from '@the-loop/store';

/** How a write to the outside ended. Errors are in our own words. */
export type PerformOutcome =
  /** Done, or found done: `adopted` when an earlier try had reached the host. `result` is JSON. `writes`: how many it took, 1 if absent; 0 where there was nothing to do. */
  | {
      readonly kind: 'done';
      readonly result: unknown;
      readonly adopted: boolean;
      readonly url: string;
      readonly writes?: number;
    }
  /** The host does not do it, and the work can do without it. `result` says what did not come about; whoever takes it tells. `writes`: how many were tried, 1 if absent. */
  | { readonly kind: 'forgone'; readonly result: unknown; readonly writes?: number }
  /** Can never work: given up at once. */
  | { readonly kind: 'refused'; readonly error: string }
  /** Failed; tried again until the limit. */
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  /** The host is away, asks us to wait, or does not know us: tried again without limit. With `retryAfterMs` nothing goes to the host before. */
  | { readonly kind: 'unavailable'; readonly error: string; readonly retryAfterMs: number | null };

/** How a write is to be made. */
export interface PerformOptions {
  /** An earlier try may have reached the host, so it is to be looked for before it is written. */
  readonly repeat: boolean;
  /** Rows that are written together with this one, in their order; none for a repeat. */
  readonly more?: readonly OutboxRow[];
  readonly signal: AbortSignal;
}

/** Makes one write. */
export interface Performer {
  perform(row: OutboxRow, options: PerformOptions): Promise<PerformOutcome>;
}

/**
 * How a waiting row of the same lane stands to the one that is written next: `joins` it in one write, stands `beside` it, or is to
 * come `after` it, with everything behind.
 */
export type Coalescing = (first: OutboxRow, next: OutboxRow) => 'joins' | 'beside' | 'after';
