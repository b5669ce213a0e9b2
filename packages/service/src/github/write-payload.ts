import { type ReplyPayload } from '@the-loop/dispatcher';
import { type LoopAddress } from '@the-loop/graph-core';

/** What a stored write says: what the dispatcher replies, and the phase label of a ticket. */
export type WritePayload =
  | ReplyPayload
  /** The one comment that says where an item stands: edited when it is there already. */
  | {
      readonly kind: 'standing';
      readonly ref: string;
      readonly body: string;
      /** How many texts were before it: a later one makes it needless. */
      readonly number: number;
    }
  | {
      readonly kind: 'label';
      readonly ref: string;
      readonly prefix: string;
      readonly label: string;
      /** The labels of all phases; absent in rows of older versions. */
      readonly known?: readonly string[];
    };

/** What a write of the graph came from, so that its end can be recorded beside the facts that caused it. */
export interface EffectSource {
  readonly kind: 'effect';
  /** Ref text of the work item. */
  readonly item: string;
  readonly address: LoopAddress;
  readonly effectKey: string;
  /** Somebody may have written it already, such as a verb at a terminal: it is looked for first. Absent in rows of older versions. */
  readonly tried?: boolean;
}

/** What is kept of a write that was made. */
export interface WriteResult {
  readonly id: string;
  readonly url: string;
  readonly by: string;
}
