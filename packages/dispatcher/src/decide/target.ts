import { type WorkItemRef } from '@the-loop/graph-core';
import { isLive, owns } from './ownership.ts';
import { type KnownSession } from './snapshot.ts';

/**
 * Which work item is this event about? The item of the first ref that a live record owns; else the first ref; else
 * none. The only place that answers it: start requests, commands, spawns and lanes all ask here, so what was started
 * and what is running cannot name different items.
 */
export function targetOf(refs: readonly WorkItemRef[], sessions: readonly KnownSession[]): WorkItemRef | null {
  for (const ref of refs) {
    const owner = sessions.find((session) => isLive(session) && owns(session, ref));
    if (owner) return owner.item;
  }
  return refs[0] ?? null;
}
