import { formatRef, parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { bindingOf, type SessionRecord } from '@the-loop/sessions';
import { type EffectResult } from '../records/applied-record.ts';
import { isOfEvent } from '../records/repository-ids.ts';
import { consultGates } from './consult-gates.ts';
import { deliveryFields } from './delivery-fields.ts';
import { type Apply, done, type EffectPorts, type EffectScope } from './effect-scope.ts';
import { putTurn } from './put-turn.ts';

/**
 * A gate hears the event first; what it uses is not handed to the agent as well, because the node it leads to says what
 * is to be done. Everything else is told to the conversation.
 */
export const applyDeliver: Apply<'deliver'> = async (ports, effect, scope) => {
  const item = parseRef(effect.item);
  const endpoint = parseRef(effect.endpoint);
  const handed = handedResult(effect.item, scope);
  const consumed = handed?.consumed ?? (await consultGates(ports, { item, endpoint }, scope));
  if (consumed) {
    await touch(ports, { item, endpoint }, scope);
    return { consumed: true, outcome: 'consumed-by-gate' };
  }
  return deliverTo(ports, { item, endpoint }, scope);
};

/** Hands the event to a conversation without asking a gate. */
export async function deliverTo(
  ports: EffectPorts,
  { item, endpoint }: { readonly item: WorkItemRef; readonly endpoint: WorkItemRef },
  scope: EffectScope,
): Promise<EffectResult> {
  const session = await ports.records.find(item);
  const held = heldBecause(session?.record ?? null);
  if (held !== null) {
    const work_item = formatRef(item);
    ports.emit({ event: 'dispatch.dropped', reason: held, work_item, ...deliveryFields(scope.event) });
    return done(held);
  }
  await putTurn(ports, { item, endpoint, kind: 'event' }, scope);
  await touch(ports, { item, endpoint }, scope);
  ports.emit({
    event: 'dispatch.succeeded',
    work_item: formatRef(item),
    harness: agentOf(session?.record ?? null, endpoint),
    ...(sameRef(item, endpoint) ? {} : { endpoint: formatRef(endpoint) }),
    ...deliveryFields(scope.event),
  });
  return done('delivered');
}

/** Remembers the delivery in the conversation's own history. */
export async function touch(
  { records }: EffectPorts,
  { item, endpoint }: { readonly item: WorkItemRef; readonly endpoint: WorkItemRef },
  { event, receivedAt }: EffectScope,
): Promise<void> {
  const { deliveryId } = event;
  const repositoryId = isOfEvent(endpoint, event) ? event.repositoryId : null;
  await records.change(item, { kind: 'touch', endpoint, deliveryId, at: receivedAt, repositoryId });
}

function handedResult(item: string, { earlier }: EffectScope): EffectResult | null {
  const handed = earlier.find(({ effect }) => effect.kind === 'hand-to-graph' && effect.item === item);
  return handed?.result ?? null;
}

/** Between the decision and now somebody else may have ended or paused the session. */
function heldBecause(record: SessionRecord | null): 'session-vanished' | 'session-paused' | null {
  if (record === null || record.status === 'closed') return 'session-vanished';
  return record.status === 'paused' ? 'session-paused' : null;
}

function agentOf(record: SessionRecord | null, endpoint: WorkItemRef): string {
  if (record === null) return '';
  return bindingOf(record, endpoint)?.agent ?? record.agent;
}
