/** Who did it. `id` is GitHub's numeric id where known; `note` is free text (`--actor`). */
export interface Principal {
  readonly login: string;
  readonly id?: number;
  readonly note?: string;
}

/** Where a fact comes from, precise enough to read it again. */
export type FactSource =
  | {
      readonly kind: 'comment' | 'review' | 'inline';
      readonly ref: string;
      readonly id: string;
      readonly url: string;
      readonly bodyDigest: string;
    }
  | { readonly kind: 'merge'; readonly ref: string; readonly sha: string }
  | { readonly kind: 'claim' }
  | { readonly kind: 'terminal' }
  | { readonly kind: 'runtime' };

interface FactBase {
  /** ISO 8601, UTC, whole seconds or finer. */
  readonly at: string;
  readonly by: Principal;
  readonly source: FactSource;
}

/** The pointer moved to `node`; `entry` counts its entries from 1. `via` says what moved it; `renew`: it stayed, and people are asked again. */
export interface EnteredFact extends FactBase {
  readonly kind: 'entered';
  readonly node: string;
  readonly entry: number;
  readonly via: 'start' | 'edge' | 'force' | 'cleanup' | 'merge' | 'migrate' | 'renew';
  /** Digests of the subjects a human gate asks about, by file name; empty elsewhere. */
  readonly subjects: Readonly<Record<string, string>>;
  /** Of a gate that asks again: ids of the answers that were about something else and count no more. */
  readonly used?: readonly string[];
}

/** The node was left with `outcome`. `skipped` means it was routed around. */
export interface ExitedFact extends FactBase {
  readonly kind: 'exited';
  readonly node: string;
  readonly outcome: string;
  /** Digests of sections that a later gate compares with, by `file#title`. */
  readonly sections?: Readonly<Record<string, string>>;
}

/** Someone claimed or advanced, and the gate answered. */
export interface ClaimedFact extends FactBase {
  readonly kind: 'claimed';
  readonly node: string;
  /** `noop`: the node had been left already, and nothing was evaluated. */
  readonly status: 'pass' | 'wait' | 'block' | 'noop';
  /** The rendered finding; empty when it passed. */
  readonly finding: string;
}

/** A person signed the phase selection. */
export interface SelectedFact extends FactBase {
  readonly kind: 'selected';
  readonly skips: readonly string[];
  readonly optIns: readonly string[];
  readonly surface: 'work-item' | 'pull-request' | '';
  readonly sessionPerPr: 'never' | 'cross-repository' | 'always';
  readonly via: 'reply' | 'checklist' | 'default';
}

export interface GoalFact extends FactBase {
  readonly kind: 'goal';
  readonly goal: string;
  readonly criteria: readonly string[];
}

/** A human gate was answered favourably. */
export interface ApprovedFact extends FactBase {
  readonly kind: 'approved';
  readonly node: string;
  readonly outcome: 'approved' | 'approved-with-comments' | 'done';
  readonly headSha: string;
  /** What was approved, by file name. */
  readonly subjects: Readonly<Record<string, string>>;
  /** Every comment or review that was used, by id. */
  readonly used: readonly string[];
  readonly approvers: readonly Principal[];
}

export interface ChangesRequestedFact extends FactBase {
  readonly kind: 'changes-requested';
  readonly node: string;
  readonly outcome: 'changes-requested' | 'more-work';
  readonly used: readonly string[];
}

export interface SkippedFact extends FactBase {
  readonly kind: 'skipped';
  readonly node: string;
  readonly via: 'selection' | 'cli';
  /** The token that named it: the node or a skip set. */
  readonly token: string;
  readonly reason: string;
}

export interface UnskippedFact extends FactBase {
  readonly kind: 'unskipped';
  readonly node: string;
  readonly reason: string;
}

export interface ForcedFact extends FactBase {
  readonly kind: 'forced';
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly warnings: readonly string[];
}

/** The operator's verification was run on the work of a node, and how it ended. */
export interface VerifiedFact extends FactBase {
  readonly kind: 'verified';
  readonly node: string;
  /** argv. */
  readonly command: readonly string[];
  /** Null when it was ended because it took too long. */
  readonly exitCode: number | null;
  /** Digest of the files it was run on, without the item's directory; empty where that is not known. */
  readonly tree: string;
}

/** The pull request of an inner loop was merged. */
export interface MergedFact extends FactBase {
  readonly kind: 'merged';
  /** True when the merge itself counts as the approval: by an authorized login, at the gated head. */
  readonly approves: boolean;
}

/** The pull request of an inner loop will not be merged. */
export interface AbandonedFact extends FactBase {
  readonly kind: 'abandoned';
  readonly reason: string;
}

export interface MigratedFact extends FactBase {
  readonly kind: 'migrated';
  /** Name of the graph that was walked, and of the one that is walked now. */
  readonly from: string;
  readonly to: string;
  /** Gates whose approval does not stand in the new graph. */
  readonly invalidated?: readonly string[];
}

/** One thing that happened to a work item. Facts are appended, never changed. */
export type Fact =
  | EnteredFact
  | ExitedFact
  | ClaimedFact
  | SelectedFact
  | GoalFact
  | ApprovedFact
  | ChangesRequestedFact
  | SkippedFact
  | UnskippedFact
  | ForcedFact
  | VerifiedFact
  | MergedFact
  | AbandonedFact
  | MigratedFact;

export type FactKind = Fact['kind'];
