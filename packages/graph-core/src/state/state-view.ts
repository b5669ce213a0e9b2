import { type ApprovedFact, type ForcedFact, type GoalFact, type SelectedFact } from './fact.ts';

/** What is known of one node. */
export interface NodeView {
  /** How often it was entered. */
  readonly entries: number;
  readonly enteredAt: string;
  readonly exitedAt: string;
  readonly outcome: string;
  readonly forced: boolean;
  /** Blocked claims in a row since the last pass or entry. */
  readonly attempts: number;
  readonly lastBlock: string;
  /** True while blocked claims have gone on for too long: the same finding twice in a row, or more than `maxAttempts`. */
  readonly escalated?: boolean;
}

export interface DeclaredSkip {
  readonly via: 'selection' | 'cli' | 'not-selected';
  readonly token: string;
  readonly by: string;
  readonly reason: string;
  readonly at: string;
}

/** Who added an opt-in node, and how. */
export interface OptIn {
  readonly via: 'selection' | 'cli';
  readonly by: string;
  readonly at: string;
}

/** The facts of one loop, folded: what the readable keys of the state file say. */
export interface StateView {
  readonly workItem: string;
  readonly loop: string;
  /** Empty: never entered. */
  readonly currentNode: string;
  readonly nodes: Readonly<Record<string, NodeView>>;
  /** Filtered through the graph: only skippable nodes, plus every opt-in node that nobody selected. */
  readonly skips: Readonly<Record<string, DeclaredSkip>>;
  readonly optIns: readonly string[];
  /** By opt-in node that was added. */
  readonly optInSources: Readonly<Record<string, OptIn>>;
  /** Declarations that the graph does not allow; they have no effect and are shown. */
  readonly refusedSkips: readonly string[];
  readonly surface: 'work-item' | 'pull-request' | '';
  readonly sessionPerPr: 'never' | 'cross-repository' | 'always' | null;
  readonly selection: SelectedFact | null;
  readonly goal: GoalFact | null;
  /** The latest standing approval per human gate, cleared when the gate is entered again. */
  readonly approvals: Readonly<Record<string, ApprovedFact>>;
  readonly forced: readonly ForcedFact[];
  readonly completions: Readonly<Record<string, { readonly at: string; readonly by: string }>>;
  readonly parked: { readonly node: string; readonly reason: string; readonly since: string } | null;
  /** The current node while its gate has refused too often, and since when; the pointer stays there. */
  readonly escalated: { readonly node: string; readonly since: string } | null;
  readonly merged: boolean;
  readonly mergeApproves: boolean;
  readonly abandoned: string | null;
}
