import { formatRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type ConsultOutcome, type GraphTarget } from '../ports.ts';
import { sameRepository } from '../records/same-repository.ts';
import { deliveryFields } from './delivery-fields.ts';
import { type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphDelivery } from './graph-delivery.ts';
import { graphTarget } from './graph-target.ts';

/**
 * Lets the gates that may hear the event read its words, the inner one first: at most one boundary per event.
 * Nothing is asked for an event that can answer nothing. True when a gate took the words: nobody else may use them.
 */
export async function consultGates(
  ports: EffectPorts,
  { item, endpoint }: { readonly item: WorkItemRef; readonly endpoint: WorkItemRef },
  scope: EffectScope,
): Promise<boolean> {
  const delivery = graphDelivery(scope.event);
  if (delivery.comments.length === 0 && scope.event.treatment !== 'checklist') return false;
  for (const target of hearing(scope.event, item, endpoint)) {
    const heard = await consult(ports, target, scope);
    if (heard.consumed || heard.moved) return true;
  }
  return false;
}

/**
 * Outer gates hear the ticket and every bound pull request of its repository; an inner gate hears its own pull request.
 */
function hearing(event: RoutedEvent, item: WorkItemRef, endpoint: WorkItemRef): readonly GraphTarget[] {
  const place = event.pullRequest;
  // A pull request has a loop of its own also where its conversation is the item's.
  const about = place ?? endpoint;
  const inner = sameRef(about, item) ? null : graphTarget(item, about);
  const outer = place === null || sameRepository(place, item) ? graphTarget(item, null) : null;
  return [inner, outer].filter((target) => target !== null);
}

async function consult(
  { graph, emit }: EffectPorts,
  target: GraphTarget,
  scope: EffectScope,
): Promise<Pick<ConsultOutcome, 'consumed' | 'moved'>> {
  try {
    return await graph.consult(target, graphDelivery(scope.event), { signal: scope.signal });
  } catch (fault) {
    if (!scope.lastAttempt) throw fault;
    // A graph that stays unreadable must not keep the agent from hearing people.
    const work_item = formatRef(target.item);
    emit({ event: 'graph.link_failed', work_item, action: 'consult', error: 'gave up asking the gate' });
    emit({ event: 'gate.held', work_item, node: '', reason: 'graph-unreadable', ...only(deliveryFields(scope.event)) });
    return { consumed: false, moved: false };
  }
}

function only({ delivery_id }: ReturnType<typeof deliveryFields>): { readonly delivery_id: string } {
  return { delivery_id };
}
