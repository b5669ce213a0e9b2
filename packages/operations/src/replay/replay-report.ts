import { type Replayed } from './replay-delivery.ts';

/** What deciding again came to. */
export interface ReplayReport {
  readonly replayed: number;
  readonly same: number;
  /** Decided otherwise today. */
  readonly different: readonly Replayed[];
  /** Never decided, so there is nothing to compare. */
  readonly undecided: readonly Replayed[];
  /** The fixture that was written; null when none was asked for. */
  readonly exported: { readonly file: string; readonly deliveries: number; readonly leftOut: number } | null;
}
