import { type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type DeliverySummary } from '@the-loop/store';
import { type Decision } from '../decide/decision.ts';

/** A row on its way through a lane. */
export interface TakenRow {
  readonly row: DeliverySummary;
  readonly event: RoutedEvent;
  /** Every ref the event names, for {@link LaneFinder}. */
  readonly refs: readonly WorkItemRef[];
  /** Tries that failed, those before a restart included. */
  attempts: number;
  /** The decision that is stored with the row; null until there is one. */
  decision: Decision | null;
}
