import { type OutboxRow } from '@the-loop/store';

/** How a write to the outside ended. Errors are in our own words. */
export type PerformOutcome =
  /** Done, or found done: `adopted` when an earlier try had reached the host. `result` is JSON. */
  | { readonly kind: 'done'; readonly result: unknown; readonly adopted: boolean; readonly url: string }
  /** Can never work: given up at once. */
  | { readonly kind: 'refused'; readonly error: string }
  /** Failed; tried again until the limit. */
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  /** The host is away or asks us to wait: tried again without limit. */
  | { readonly kind: 'unavailable'; readonly error: string; readonly retryAfterMs: number | null };

/** Makes one write. */
export interface Performer {
  /** `repeat`: an earlier try may have reached the host, so it is to be looked for before it is written. */
  perform(row: OutboxRow, options: { readonly repeat: boolean; readonly signal: AbortSignal }): Promise<PerformOutcome>;
}
