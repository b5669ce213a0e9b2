import { type RoutedEvent } from '@the-loop/router';
import { type DeferralCause } from './effect.ts';

/** Why whoever sent the event, not being authorized, may not have a checkout removed. */
export function deferralCause({ actor }: Pick<RoutedEvent, 'actor'>): DeferralCause {
  return actor === null ? 'no-actor' : 'unauthorized-actor';
}
