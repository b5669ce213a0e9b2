import { isRemoteWrite, type PendingEffect } from '@the-loop/graph-core';

/** How many stored effects are writes to GitHub. */
export function waitingWrites(pending: readonly PendingEffect[]): number {
  return pending.filter(({ effect }) => isRemoteWrite(effect)).length;
}
