import { type RefMove, type RoutedEvent } from '@the-loop/router';
import { type DeliverySummary } from '@the-loop/store';
import { type Decision } from '../decide/decision.ts';
import { type Verification } from '../intake/verify-links.ts';
import { type Place } from './lane-finder.ts';

/** A row on its way through a lane. */
export interface TakenRow {
  readonly row: DeliverySummary;
  event: RoutedEvent;
  /** Moves of what it names that come before it, in their order. */
  ahead: readonly RefMove[];
  /** Where it waits; null while no lane is found for it. */
  place: Place | null;
  /** GitHub was asked what the event's pull request closes. */
  enriched?: boolean;
  /** What asking about weak refs brought, in this try; null until asked. */
  verification: Verification | null;
  /** Tries that failed and count towards the limit, those before a restart included. */
  attempts: number;
  /** Times it had to wait for another try. */
  waits: number;
  /** Since when GitHub, or a remote, was away whenever it was tried; null while they answer. */
  awaySince: number | null;
  /** The decision that is stored with the row; null until there is one. */
  decision: Decision | null;
}
