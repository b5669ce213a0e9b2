import { type DropReason } from '../guards/drop-reason.ts';
import { route } from '../route.ts';
import { type Delivery, type RouteContext } from '../route-context.ts';
import { type RoutedEvent } from '../routed-event.ts';
import { context } from './deliveries.ts';

/** Why a delivery is dropped where the operator decided otherwise than usual in `decided`; `routed` when it is not. */
export function reasonFor(given: Delivery, decided: Partial<RouteContext> = {}): DropReason | 'routed' {
  const routing = route(given, { ...context, ...decided });
  return routing.kind === 'dropped' ? routing.reason : 'routed';
}

/** The event that a delivery becomes. Throws when it is dropped. */
export function routed(given: Delivery, decided: Partial<RouteContext> = {}): RoutedEvent {
  const routing = route(given, { ...context, ...decided });
  if (routing.kind === 'dropped') throw new Error(`dropped: ${routing.reason}`);
  return routing.event;
}
