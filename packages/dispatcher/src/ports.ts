import { type GateComment, type LoopAddress, type WorkItemRef } from '@the-loop/graph-core';
import { type Command, type EventActor } from '@the-loop/router';
import { type SessionMode, type WorkKind } from '@the-loop/sessions';
import { type RefText } from './decide/effect.ts';

/** Every call that leaves the process can be aborted. */
export interface CallOptions {
  readonly signal: AbortSignal;
}

/** One loop of one work item: the outer one, or the inner one of a pull request. */
export interface GraphTarget {
  readonly item: WorkItemRef;
  readonly address: LoopAddress;
}

/** Where a loop stands. */
export interface GraphStanding {
  /** False: the loop was never entered, or the item has none. */
  readonly placed: boolean;
  /** Empty when not placed. */
  readonly node: string;
  /** The node waits for people. */
  readonly human: boolean;
  readonly terminal: boolean;
  /** The choice frozen with the phase selection; null when none was made. */
  readonly sessionPerPr: SessionMode | null;
  /** For the prompt's block: sentences in our own words, never of the payload. */
  readonly lines: readonly string[];
}

/** The delivery a graph call belongs to. `excerpt` is untrusted JSON text, for an assignment's fenced block only. */
export interface GraphDelivery {
  readonly deliveryId: string;
  readonly by: EventActor | null;
  /** Oldest first; empty when the event has no words or they may not answer. */
  readonly comments: readonly GateComment[];
  readonly headSha: string;
  readonly excerpt: string;
  /** GitHub's event name and action, and `owner/repo`: beside the excerpt in the prompt. */
  readonly event: string;
  readonly action: string;
  readonly repository: string;
}

/** What a graph call did. */
export interface GraphOutcome {
  /** The loop's node afterwards; empty when there is no loop. */
  readonly node: string;
  readonly human: boolean;
  readonly moved: boolean;
  /** The session has been handed what that node demands, by this call or by an earlier try of the same delivery. */
  readonly assigned: boolean;
  /** One sentence in our own words; empty when nothing is to be said. */
  readonly report: string;
}

export interface ConsultOutcome extends GraphOutcome {
  /** The gate used the words, now or in an earlier try of the same delivery: no other node may use them. */
  readonly consumed: boolean;
}

/** What is known of a merge. `approves`: the merger is authorized; whether the head is the gated one is the graph's to judge. */
export interface MergeReport {
  readonly ref: RefText;
  readonly sha: string;
  readonly headSha: string;
  readonly by: EventActor | null;
  readonly approves: boolean;
}

/**
 * The process graph of a work item, as the dispatcher needs it. Every call may be repeated with the same delivery id
 * and then has no further effect. An item that has no loop answers as not placed; a fault throws.
 */
export interface GraphPort {
  /** Reads only. */
  context(target: GraphTarget, options: CallOptions): Promise<GraphStanding>;
  /**
   * Enters the outer loop that `command` names, if it was not entered; a human node that was freshly entered is
   * evaluated once with the comments.
   */
  start(
    target: GraphTarget,
    delivery: GraphDelivery & { readonly command: Command | null },
    options: CallOptions,
  ): Promise<GraphOutcome>;
  /**
   * Lets the human gate that the loop stands at read the comments: at most one boundary. At any other node nothing
   * happens. A comment whose id a gate has used is consumed, whichever node the loop stands at by now.
   */
  consult(target: GraphTarget, delivery: GraphDelivery, options: CallOptions): Promise<ConsultOutcome>;
  /** Enters the inner loop of a pull request, if it was not entered. */
  bindPullRequest(target: GraphTarget, delivery: GraphDelivery, options: CallOptions): Promise<GraphOutcome>;
  /** Records that the pull request of an inner loop was merged; nothing when that loop was never entered. */
  recordMerge(target: GraphTarget, merge: MergeReport, options: CallOptions): Promise<GraphOutcome>;
  /** Says on the thread that an inner loop ended unmerged and needs `abandon` with a reason. */
  abandonNote(target: GraphTarget, delivery: Pick<GraphDelivery, 'deliveryId'>, options: CallOptions): Promise<void>;
  /** Looks once at the node an outer loop is parked at, after something it waits for changed. */
  reconsider(
    target: GraphTarget,
    delivery: Pick<GraphDelivery, 'deliveryId'>,
    options: CallOptions,
  ): Promise<GraphOutcome>;
  /** The item has a checkout of another repository: its loops are written there, and what its node demands is assigned again. */
  rehome(target: GraphTarget, delivery: GraphDelivery, options: CallOptions): Promise<void>;
  /** Moves the loop to its clean-up node, if it has one and is not finished. */
  cleanup(target: GraphTarget, reason: string, options: CallOptions): Promise<void>;
}

/** Whose checkout: the item's own (`pullRequest` null) or that of one of its pull requests. */
export interface CheckoutRequest {
  readonly item: WorkItemRef;
  readonly pullRequest: PullRequestHead | null;
}

/** A pull request, with as much of its head as the event told. */
export interface PullRequestHead {
  readonly ref: WorkItemRef;
  readonly headRef: string | null;
  /** `owner/repo`; null when the event did not say, as for a fork that was deleted. */
  readonly headRepo: string | null;
  /** Whether the head is in another repository, or its repository is gone; null when the event did not tell. */
  readonly fromFork: boolean | null;
  readonly headSha: string | null;
}

export type PrepareOutcome =
  | { readonly kind: 'ready'; readonly cwd: string }
  | {
      readonly kind: 'declined';
      readonly reason: 'no-separate-checkout' | 'workspace-failed' | 'shared-worktree';
      readonly error: string;
    };

export type RemoveOutcome =
  | { readonly kind: 'removed' | 'absent' }
  | { readonly kind: 'preserved'; readonly work: readonly WorkKind[] };

/** `absent`: there is none that we made. */
export type CheckoutState = 'absent' | 'clean' | 'unsaved';

/** Checkouts. Preparing one that is ready, and removing one that is gone, change nothing. */
export interface Workspaces {
  /** Pull requests can have checkouts of their own. */
  readonly separate: boolean;
  prepare(request: CheckoutRequest, options: CallOptions): Promise<PrepareOutcome>;
  /** Changes nothing. `unsaved`: it holds work that exists nowhere else. */
  inspect(request: CheckoutRequest, options: CallOptions): Promise<CheckoutState>;
  /** Removes work that exists nowhere else only when `confirmed`. */
  remove(request: CheckoutRequest & { readonly confirmed: boolean }, options: CallOptions): Promise<RemoveOutcome>;
  /** The checkout stays where it is, so that its conversation can go on, and is found under the other name from then on. */
  follow(move: CheckoutMove, options: CallOptions): Promise<void>;
  /** Copies the artifacts of an item into another checkout; what is there already stays. */
  carry(carried: CarriedItem): Promise<void>;
}

/** Conversations. `endpoint` and `lane` are {@link refKey}s. */
export interface Conversations {
  /** Ending one that is not running changes nothing. */
  end(endpoint: string, reason: string): Promise<void>;
  /** No other turn of the item begins until it is let go. */
  hold(lane: string): void;
  letGo(lane: string): void;
}

/** A checkout that was made under one name and is wanted under another. */
export interface CheckoutMove {
  readonly before: CheckoutRequest;
  readonly after: CheckoutRequest;
}

/** The folder of an item, where it was and where it is to be. */
export interface CarriedItem {
  readonly from: { readonly item: WorkItemRef; readonly cwd: string };
  readonly to: { readonly item: WorkItemRef; readonly cwd: string };
}

export type Existence =
  | { readonly kind: 'exists'; readonly ref: WorkItemRef }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

/** Does a work item exist? Never throws: what cannot be learned is `unknown`. */
export interface Verifier {
  lookup(ref: WorkItemRef, options?: { readonly signal?: AbortSignal }): Promise<Existence>;
}

/** What GitHub is asked about a ticket while deciding. */
export interface ClosureReader {
  /** Who closed it: a person, or GitHub because of a merge or commit. */
  closer(ref: WorkItemRef, options: CallOptions): Promise<'person' | 'merge' | 'unknown'>;
  /** Null when they cannot be learned now. */
  labels?(ref: WorkItemRef, options: CallOptions): Promise<readonly string[] | null>;
}

/** Which account a login is on a host: the one that used it first. Logins can be given up and taken by somebody else. */
export interface Identities {
  /** GitHub's id per lower-case login. */
  pinned(host: string): ReadonlyMap<string, number>;
  /** Does nothing for a login that is pinned. */
  pin(host: string, actor: { readonly login: string; readonly id: number }): Promise<void>;
}

/** Time, passed in. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Runs `task` once, `ms` from now; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
}
