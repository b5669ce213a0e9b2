import { type ReplyPayload } from '@the-loop/dispatcher';
import { type LoopAddress } from '@the-loop/graph-core';

/** What a stored write says: what the dispatcher replies, and what the graph asks for. */
export type WritePayload =
  | ReplyPayload
  /** A native request for reviews of a pull request. */
  | { readonly kind: 'reviewers'; readonly ref: string; readonly logins: readonly string[] }
  /** Folds a comment of ours away as outdated. */
  | { readonly kind: 'minimize'; readonly ref: string; readonly id: string }
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

/** What is kept of a comment that was posted. */
export interface WriteResult {
  readonly id: string;
  readonly url: string;
  readonly by: string;
}

/** What is kept of a write that may be done in part. */
export interface PartialResult {
  /** What GitHub refused, in our own words; absent when it took everything. */
  readonly degraded?: string;
}
