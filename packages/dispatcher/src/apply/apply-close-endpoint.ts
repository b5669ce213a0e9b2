import { formatRef, loginKey, parseRef, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { bindingOf } from '@the-loop/sessions';
import { deferralCause } from '../decide/deferral-cause.ts';
import { type Apply, done, type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphTarget } from './graph-target.ts';

interface Ended {
  readonly item: WorkItemRef;
  readonly pullRequest: WorkItemRef;
  readonly merged: boolean;
}

/**
 * A pull request ended: the fact first, then its conversation and checkout, and last the outer gate, which is looked at
 * once because what it waits for may just have happened.
 */
export const applyCloseEndpoint: Apply<'close-endpoint'> = async (ports, effect, scope) => {
  const ended = { item: parseRef(effect.item), pullRequest: parseRef(effect.pullRequest), merged: effect.merged };
  await tellInnerLoop(ports, ended, scope);
  await endConversation(ports, ended, scope);
  await reconsider(ports, ended.item, scope);
  return done(ended.merged ? 'merged' : 'closed');
};

async function tellInnerLoop({ graph }: EffectPorts, ended: Ended, { event, signal }: EffectScope): Promise<void> {
  const target = graphTarget(ended.item, ended.pullRequest);
  if (target === null) return;
  if (!ended.merged) return graph.abandonNote(target, { deliveryId: event.deliveryId }, { signal });
  const { entity } = event;
  const merge = {
    ref: formatRef(ended.pullRequest),
    sha: entity.mergeCommitSha ?? '',
    headSha: entity.headSha ?? '',
    by: entity.mergedBy ?? event.actor,
    approves: event.actorAuthorized && isMerger(event),
  };
  await graph.recordMerge(target, merge, { signal });
}

/** The authorized actor is the one who merged; where GitHub names no merger, the sender of the closing is. */
function isMerger({ actor, entity }: RoutedEvent): boolean {
  const merger = entity.mergedBy?.login ?? actor?.login;
  return merger !== undefined && loginKey(merger) === loginKey(actor?.login);
}

async function endConversation(ports: EffectPorts, ended: Ended, scope: EffectScope): Promise<void> {
  const { item, pullRequest, merged } = ended;
  const session = await ports.records.find(item);
  const binding = session === null ? undefined : bindingOf(session.record, pullRequest);
  await ports.conversations.end(refKey(pullRequest), merged ? 'pr-merged' : 'pr-closed');
  if (binding !== undefined && binding.cwd !== '') await releaseCheckout(ports, ended, scope);
  const closed = await ports.records.change(item, { kind: 'close-endpoint', pullRequest });
  if (!closed.ok) return;
  ports.emit({
    event: 'session.pr_closed',
    work_item: formatRef(item),
    pull_request: formatRef(pullRequest),
    harness_session_id: binding?.sessionId,
    merged,
  });
}

/** What is merged is in the repository; else only somebody authorized may have the checkout removed. */
async function releaseCheckout(
  { workspaces, emit }: EffectPorts,
  { item, pullRequest, merged }: Ended,
  { event, signal }: EffectScope,
): Promise<void> {
  if (merged || event.actorAuthorized) {
    const head = { ref: pullRequest, headRef: null, headRepo: null, fromFork: null, headSha: null };
    await workspaces.remove({ item, pullRequest: head, confirmed: false }, { signal });
    return;
  }
  emit({
    event: 'cleanup.deferred',
    work_item: formatRef(item),
    pull_request: formatRef(pullRequest),
    reason: deferralCause(event),
    actor: event.actor?.login,
    closed_as: 'pr-closed',
    delivery_id: event.deliveryId,
  });
}

async function reconsider({ graph }: EffectPorts, item: WorkItemRef, { event, signal }: EffectScope): Promise<void> {
  const outer = graphTarget(item, null);
  if (outer !== null) await graph.reconsider(outer, { deliveryId: event.deliveryId }, { signal });
}
