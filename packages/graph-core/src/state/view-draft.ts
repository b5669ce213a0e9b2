import { type ApprovedFact, type ForcedFact, type GoalFact, type SelectedFact } from './fact.ts';
import { type DeclaredSkip, type NodeView, type OptIn, type StateView } from './state-view.ts';

/** A node while the view is being made. */
export type NodeDraft = { -readonly [Key in keyof NodeView]-?: NonNullable<NodeView[Key]> };

/** Why a loop waits whose pull request was merged without the approval it asks for. */
export const MERGED_UNAPPROVED = 'merged-unapproved';

/** The view while it is being made. */
export interface ViewDraft {
  currentNode: string;
  readonly nodes: Map<string, NodeDraft>;
  readonly skips: Map<string, DeclaredSkip>;
  readonly optIns: Map<string, OptIn>;
  readonly refusedSkips: Set<string>;
  selection: SelectedFact | null;
  goal: GoalFact | null;
  readonly approvals: Map<string, ApprovedFact>;
  readonly forced: ForcedFact[];
  readonly completions: Map<string, { readonly at: string; readonly by: string }>;
  parked: StateView['parked'];
  escalated: StateView['escalated'];
  merged: boolean;
  mergeApproves: boolean;
  abandoned: string | null;
}

/** What is known of a node nothing happened to. */
export const UNTOUCHED: Readonly<NodeDraft> = {
  entries: 0,
  enteredAt: '',
  exitedAt: '',
  outcome: '',
  forced: false,
  attempts: 0,
  lastBlock: '',
  escalated: false,
};

/** The draft of a node, made when it is first needed. */
export function nodeDraft(draft: ViewDraft, id: string): NodeDraft {
  const known = draft.nodes.get(id);
  if (known !== undefined) return known;
  const made = { ...UNTOUCHED };
  draft.nodes.set(id, made);
  return made;
}

/** The view before the first fact. */
export function emptyDraft(): ViewDraft {
  return {
    currentNode: '',
    nodes: new Map(),
    skips: new Map(),
    optIns: new Map(),
    refusedSkips: new Set(),
    selection: null,
    goal: null,
    approvals: new Map(),
    forced: [],
    completions: new Map(),
    parked: null,
    escalated: null,
    merged: false,
    mergeApproves: false,
    abandoned: null,
  };
}
