import { formatRef, parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { bindingOf, type SessionRecord } from '@the-loop/sessions';
import { type PrepareOutcome, type PullRequestHead } from '../ports.ts';
import { type EffectResult } from '../records/applied-record.ts';
import { applyDeliver, deliverTo, touch } from './apply-deliver.ts';
import { endpointConversation } from './conversation-fields.ts';
import { deliveryFields } from './delivery-fields.ts';
import { type Apply, done, type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphDelivery } from './graph-delivery.ts';
import { graphTarget } from './graph-target.ts';
import { putTurn } from './put-turn.ts';

interface Pair {
  readonly item: WorkItemRef;
  readonly pullRequest: WorkItemRef;
}

/**
 * Checkout of the pull request, its conversation, its inner loop, then what it is told. Without a checkout of its own
 * two agents would share a working tree, so the event goes to the item's conversation instead.
 */
export const applySpawnEndpoint: Apply<'spawn-endpoint'> = async (ports, effect, scope) => {
  const pair = { item: parseRef(effect.item), pullRequest: parseRef(effect.pullRequest) };
  const head = headOf(scope, pair.pullRequest);
  const prepared = await ports.workspaces.prepare({ item: pair.item, pullRequest: head }, { signal: scope.signal });
  if (prepared.kind === 'declined') return declined(ports, { ...pair, prepared }, scope);
  const record = await openEndpoint(ports, { ...pair, cwd: prepared.cwd }, scope);
  if (record === null) return done('session-vanished');
  await tell(ports, pair, scope);
  await touch(ports, { item: pair.item, endpoint: pair.pullRequest }, scope);
  const binding = bindingOf(record, pair.pullRequest);
  if (binding) {
    ports.emit({
      event: 'session.pr_spawned',
      ...endpointConversation(record, binding),
      ...deliveryFields(scope.event),
      pull_request: binding.ref,
    });
  }
  return done('spawned');
};

/** The inner loop gives the assignment; people's words are told beside it, everything else is said by it. */
async function tell(ports: EffectPorts, { item, pullRequest }: Pair, scope: EffectScope): Promise<void> {
  const target = graphTarget(item, pullRequest);
  const inner =
    target === null
      ? { assigned: false, human: false }
      : await ports.graph.bindPullRequest(target, graphDelivery(scope.event), { signal: scope.signal });
  const speech = scope.event.treatment === 'speech';
  if (inner.assigned && speech) await putTurn(ports, { item, endpoint: pullRequest, kind: 'event' }, scope);
  if (!inner.assigned && (speech || !inner.human)) {
    await putTurn(ports, { item, endpoint: pullRequest, kind: 'spawn' }, scope);
  }
}

/** A conversation that was opened by an earlier try keeps its id. */
async function openEndpoint(
  { records, newSessionId }: EffectPorts,
  { item, pullRequest, cwd }: Pair & { readonly cwd: string },
  { settings }: EffectScope,
): Promise<SessionRecord | null> {
  const current = (await records.find(item))?.record;
  const binding = current === undefined ? undefined : bindingOf(current, pullRequest);
  if (current !== undefined && binding !== undefined && binding.sessionId !== '') return current;
  const opened = await records.change(item, {
    kind: 'open-endpoint',
    pullRequest,
    agent: settings.agent,
    sessionId: newSessionId(),
    cwd,
  });
  return opened.ok ? opened.value.record : null;
}

function declined(
  ports: EffectPorts,
  { item, pullRequest, prepared }: Pair & { readonly prepared: Extract<PrepareOutcome, { kind: 'declined' }> },
  scope: EffectScope,
): Promise<EffectResult> {
  ports.emit({
    event: 'session.pr_session_declined',
    work_item: formatRef(item),
    pull_request: formatRef(pullRequest),
    reason: prepared.reason,
    error: prepared.error,
    level: prepared.reason === 'workspace-failed' ? 'warning' : 'info',
    ...deliveryFields(scope.event),
  });
  const own = formatRef(item);
  if (scope.event.treatment === 'binding') return deliverTo(ports, { item, endpoint: item }, scope);
  return applyDeliver(ports, { kind: 'deliver', item: own, endpoint: own }, scope);
}

function headOf({ event }: EffectScope, ref: WorkItemRef): PullRequestHead {
  const { entity } = event;
  const told = entity.ref !== null && sameRef(entity.ref, ref);
  return {
    ref,
    headRef: told ? (entity.headRef ?? null) : null,
    headRepo: told ? (entity.headRepo ?? null) : null,
    fromFork: told ? entity.fromFork : null,
    headSha: told ? (entity.headSha ?? null) : null,
  };
}
