import { type WorkItemRef } from '@the-loop/graph-core';
import { type RouteContext } from '@the-loop/router';
import { type InteractionMode } from '@the-loop/sessions';
import { type DecisionPolicy } from './decide/snapshot.ts';

/** What the operator decided, as one immutable value per row: a revocation counts from the next row on. */
export interface DispatchSettings {
  readonly route: RouteContext;
  readonly policy: DecisionPolicy;
  /** Whether items that come from elsewhere into a repository may be worked on there without being asked for again. */
  readonly takesOver: (repository: WorkItemRef) => boolean;
  /** Name of the agent that new sessions get. */
  readonly agent: string;
  readonly interaction: InteractionMode;
  /** How many lanes work at once. */
  readonly maxConcurrent: number;
  /** Tries of one row before it is set aside. */
  readonly maxAttempts: number;
}
