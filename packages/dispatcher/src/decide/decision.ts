import { type Effect } from './effect.ts';
import { type Reason } from './reasons.ts';
import { type Reply } from './reply.ts';

/** What is to happen about one delivery, and why. A value: deciding does nothing. */
export interface Decision {
  readonly reason: Reason;
  readonly effects: readonly Effect[];
  readonly replies: readonly Reply[];
  /**
   * What becomes of the row: `settled` (something was done or answered), `dropped` (nothing to do), or `retry`
   * (a question that must be answered first was not).
   */
  readonly settle: 'settled' | 'dropped' | 'retry';
}

/** A decision that does or answers something. */
export function acts(reason: Reason, effects: readonly Effect[], replies: readonly Reply[] = []): Decision {
  return { reason, effects, replies, settle: 'settled' };
}

/** A decision to do nothing. */
export function drops(reason: Reason, effects: readonly Effect[] = []): Decision {
  return { reason, effects, replies: [], settle: 'dropped' };
}
