import { type WorkItemRef } from '@the-loop/graph-core';

/** A conversation that was started. */
export interface StartedConversation {
  readonly agent: string;
  readonly sessionId: string;
  readonly cwd: string;
}

/** What can happen to the sessions of a work item. `at` is ISO 8601, UTC. */
export type SessionInput =
  | ({ readonly kind: 'start'; readonly ref: WorkItemRef; readonly at: string } & StartedConversation)
  | { readonly kind: 'relocate'; readonly sessionId: string; readonly cwd: string }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'close' }
  | { readonly kind: 'bind'; readonly pullRequest: WorkItemRef; readonly at: string }
  | { readonly kind: 'unbind'; readonly pullRequest: WorkItemRef }
  | ({ readonly kind: 'open-endpoint'; readonly pullRequest: WorkItemRef } & StartedConversation)
  | { readonly kind: 'close-endpoint'; readonly pullRequest: WorkItemRef }
  | { readonly kind: 'reopen'; readonly pullRequest: WorkItemRef }
  | { readonly kind: 'begun'; readonly endpoint: WorkItemRef; readonly sessionId: string }
  | {
      readonly kind: 'touch';
      readonly endpoint: WorkItemRef;
      readonly deliveryId: string;
      readonly at: string;
      /** Of the endpoint's repository, where the delivery tells it; the first that is told stays. */
      readonly repositoryId?: number | null;
    };

export type SessionInputKind = SessionInput['kind'];
