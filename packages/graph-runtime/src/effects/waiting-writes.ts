import { type PendingEffect } from '@the-loop/graph-core';

/** How many stored effects are writes to GitHub: comments and labels. */
export function waitingWrites(pending: readonly PendingEffect[]): number {
  return pending.filter(({ effect }) => effect.kind === 'comment' || effect.kind === 'phase-label').length;
}
