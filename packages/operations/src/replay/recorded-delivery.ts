import { type DecisionPolicy, type DecisionTrace } from '@the-loop/dispatcher';
import { type RouteContext } from '@the-loop/router';

/** A delivery with what was decided about it. */
export interface RecordedDelivery {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly host: string;
  readonly payload: unknown;
  /** Null when it was never decided. */
  readonly trace: DecisionTrace | null;
}

/** What decisions depend on beside the delivery and what was known. */
export interface ReplaySettings {
  readonly route: RouteContext;
  readonly policy: DecisionPolicy;
}
