import { type RoutedEvent } from '@the-loop/router';

/** The fields by which events name a delivery. */
export function deliveryFields(event: RoutedEvent): { readonly gh_event: string; readonly delivery_id: string } {
  return { gh_event: event.event, delivery_id: event.deliveryId };
}
