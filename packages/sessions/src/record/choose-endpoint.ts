import { sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { bindingOf, type SessionBinding, type SessionRecord } from './session-record.ts';

/** Which pull requests get a conversation of their own. */
export type SessionMode = 'never' | 'cross-repository' | 'always';

/** Who receives an event, and why. `needs-session`: the pull request may have its own conversation and has none yet. */
export type ChosenEndpoint =
  | {
      readonly kind: 'record';
      readonly reason: 'no-pull-request' | 'mode' | 'same-repository' | 'unbound' | 'endpoint-closed';
    }
  | { readonly kind: 'endpoint'; readonly binding: SessionBinding }
  | { readonly kind: 'needs-session'; readonly binding: SessionBinding };

/** The item's frozen choice when it is one of the three names; otherwise the operator's. */
export function sessionModeFor(frozen: unknown, configured: SessionMode): SessionMode {
  return frozen === 'never' || frozen === 'cross-repository' || frozen === 'always' ? frozen : configured;
}

/**
 * Which conversation receives an event. The repository is judged before an endpoint is looked for, so a leftover
 * endpoint of a pull request that shares the item's repository is no longer fed. Wherever a pull request has no
 * conversation of its own, the item's receives the event.
 */
export function chooseEndpoint(
  record: SessionRecord,
  event: { readonly workItem: WorkItemRef; readonly pullRequest: WorkItemRef | null },
  mode: SessionMode,
): ChosenEndpoint {
  const { workItem, pullRequest } = event;
  if (!pullRequest || sameRef(pullRequest, workItem)) return { kind: 'record', reason: 'no-pull-request' };
  if (mode === 'never') return { kind: 'record', reason: 'mode' };
  if (mode !== 'always' && sameRepository(pullRequest, workItem)) return { kind: 'record', reason: 'same-repository' };
  const binding = bindingOf(record, pullRequest);
  if (!binding) return { kind: 'record', reason: 'unbound' };
  if (binding.status === 'closed') return { kind: 'record', reason: 'endpoint-closed' };
  return { kind: binding.sessionId === '' ? 'needs-session' : 'endpoint', binding };
}

/** Same provider, host, owner and name. */
function sameRepository(one: WorkItemRef, other: WorkItemRef): boolean {
  return sameRef({ ...one, number: 1 }, { ...other, number: 1 });
}
