import { type GateComment } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type GraphDelivery } from '../ports.ts';

/** What a graph call is told of the event. */
export function graphDelivery(event: RoutedEvent): GraphDelivery {
  return {
    deliveryId: event.deliveryId,
    by: event.actor,
    comments: gateComments(event),
    headSha: event.entity.headSha ?? '',
    excerpt: event.excerpt,
    event: event.event,
    action: event.action,
    repository: event.repository,
  };
}

/** The words that a gate may read: an authorized person's, first hand; or those that were taken back. */
function gateComments(event: RoutedEvent): readonly GateComment[] {
  if (event.comment === null) return [];
  return event.mayAnswerGates || event.treatment === 'dismissal' ? [event.comment] : [];
}
