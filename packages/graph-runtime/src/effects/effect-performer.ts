import { type DoneEffect, type LoopAddress, type PendingEffect } from '@the-loop/graph-core';

/**
 * What became of an effect. `deferred`: somebody else carries it out and will settle it. `degraded`: it is done, except for what this
 * says, which nobody will try again.
 */
export type EffectResult =
  | { readonly kind: 'done'; readonly done: DoneEffect; readonly degraded?: string }
  | { readonly kind: 'deferred' }
  | { readonly kind: 'failed'; readonly error: string };

/**
 * Carries out effects that leave the machine: writes to GitHub, assignments, notifications. May be asked again with
 * the same key after a crash, and then finds what it did. `error` is in our own words, never remote text.
 */
export interface EffectPerformer {
  perform(address: LoopAddress, pending: PendingEffect, signal: AbortSignal): Promise<EffectResult>;
}

/** Leaves every effect for later: they stay pending in the item's state. */
export const deferringPerformer: EffectPerformer = {
  perform: () => Promise.resolve({ kind: 'deferred' }),
};
