import { type DoneEffect, type PendingEffect } from '../hook/effect.ts';
import { type Fact } from './fact.ts';

/** Which graph an item walks. `digest` is the SHA-256 of `canonicalGraph`, in lower-case hex. */
export interface GraphPin {
  readonly name: string;
  readonly version: number;
  readonly digest: string;
}

/**
 * Everything recorded about one loop of a work item: what happened, and what is still to be written.
 * The readable keys of the file follow from it; see `viewState`.
 */
export interface GraphState {
  readonly workItem: string;
  /** `owner/repo` of the loop: the origin's, or the pull request's. Empty when unknown. */
  readonly repository: string;
  /** Name of the loop; empty before the first entry. */
  readonly loop: string;
  readonly graph: GraphPin | null;
  readonly facts: readonly Fact[];
  readonly pending: readonly PendingEffect[];
  /** By effect key. */
  readonly done: Readonly<Record<string, DoneEffect>>;
}
