import { gateRegion } from '../graph/gate-subjects.ts';
import { type Graph } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import {
  type ApprovedFact,
  type ClaimedFact,
  type EnteredFact,
  type ExitedFact,
  type Fact,
  type FactKind,
} from './fact.ts';
import { foldSelected, foldSkipped, foldUnskipped } from './fold-declarations.ts';
import { emptyDraft, MERGED_UNAPPROVED, nodeDraft, UNTOUCHED, type ViewDraft } from './view-draft.ts';

/** Work on what a gate was asked about begins again, so its answer does not stand any more. */
function dropApprovals(graph: Graph, draft: ViewDraft, node: string): void {
  if (draft.approvals.size === 0) return;
  const skipped = new Set(draft.skips.keys());
  for (const gate of [...draft.approvals.keys()]) {
    if (gate === node || gateRegion(graph, gate, skipped).has(node)) draft.approvals.delete(gate);
  }
}

function foldEntered(draft: ViewDraft, fact: EnteredFact, graph: Graph): void {
  const before = draft.nodes.get(fact.node) ?? UNTOUCHED;
  dropApprovals(graph, draft, fact.node);
  draft.currentNode = fact.node;
  draft.parked = null;
  draft.escalated = null;
  draft.abandoned = null;
  draft.nodes.set(fact.node, {
    ...UNTOUCHED,
    entries: Math.max(before.entries + 1, fact.entry),
    enteredAt: fact.at,
    forced: before.forced || fact.via === 'force',
  });
}

/** A pass or a way out: what was found before does not count any more. */
function clearBlocks(draft: ViewDraft, id: string): void {
  const node = nodeDraft(draft, id);
  node.attempts = 0;
  node.lastBlock = '';
  node.escalated = false;
  if (draft.escalated?.node === id) draft.escalated = null;
  if (draft.parked?.node === id) draft.parked = null;
}

function foldExited(draft: ViewDraft, { node, outcome, at }: ExitedFact): void {
  clearBlocks(draft, node);
  const left = nodeDraft(draft, node);
  left.outcome = outcome;
  left.exitedAt = at;
}

/** What people have to settle about the merge stays the reason, whatever the gate says meanwhile. */
function isMergedUnapproved({ parked, currentNode }: ViewDraft): boolean {
  return parked?.node === currentNode && parked.reason === MERGED_UNAPPROVED;
}

/** One more finding in a row. It escalates when it says the same as the one before, or when there are too many. */
function foldBlock(draft: ViewDraft, { node, finding, at }: ClaimedFact, graph: Graph): void {
  const blocked = nodeDraft(draft, node);
  const limit = findNode(graph, node)?.maxAttempts ?? 3;
  const repeated = blocked.lastBlock !== '' && blocked.lastBlock === finding;
  blocked.attempts += 1;
  blocked.lastBlock = finding;
  blocked.escalated = repeated || blocked.attempts > limit;
  const since = draft.escalated?.node === node ? draft.escalated.since : at;
  draft.escalated = blocked.escalated ? { node, since } : null;
  if (!isMergedUnapproved(draft)) draft.parked = null;
}

function foldClaimed(draft: ViewDraft, fact: ClaimedFact, graph: Graph): void {
  const { node, status, finding, at, by } = fact;
  if (status === 'pass' || status === 'noop') draft.completions.set(node, { at, by: by.login });
  if (node !== draft.currentNode) return;
  if (status === 'block') foldBlock(draft, fact, graph);
  if (status === 'pass') clearBlocks(draft, node);
  if (status !== 'wait' || isMergedUnapproved(draft)) return;
  const since = draft.parked?.node === node ? draft.parked.since : at;
  draft.parked = { node, reason: finding, since };
}

/** Only what people are asked at a human gate of this graph can be approved there. */
function foldApproved(draft: ViewDraft, fact: ApprovedFact, graph: Graph): void {
  if (findNode(graph, fact.node)?.actor === 'human') draft.approvals.set(fact.node, fact);
}

/** A merge that does not count as an approval leaves the loop where it is, and says why. */
function foldMerged(draft: ViewDraft, approves: boolean, at: string): void {
  draft.merged = true;
  draft.mergeApproves = draft.mergeApproves || approves;
  draft.abandoned = null;
  if (!draft.mergeApproves) draft.parked = { node: draft.currentNode, reason: MERGED_UNAPPROVED, since: at };
}

type Fold<Kind extends FactKind> = (draft: ViewDraft, fact: Extract<Fact, { kind: Kind }>, graph: Graph) => void;

const folds: { readonly [Kind in FactKind]: Fold<Kind> } = {
  entered: foldEntered,
  exited: foldExited,
  claimed: foldClaimed,
  selected: foldSelected,
  skipped: foldSkipped,
  unskipped: foldUnskipped,
  approved: foldApproved,
  goal: (draft, fact) => {
    draft.goal = fact;
  },
  'changes-requested': (draft, { node }) => {
    draft.approvals.delete(node);
  },
  verified: () => undefined,
  forced: (draft, fact) => {
    draft.forced.push(fact);
  },
  merged: (draft, { approves, at }) => {
    foldMerged(draft, approves, at);
  },
  abandoned: (draft, { reason }) => {
    draft.abandoned = reason;
  },
  migrated: (draft, { invalidated = [] }) => {
    for (const gate of invalidated) draft.approvals.delete(gate);
  },
};

/** Folds facts in their order. */
export function foldFacts(graph: Graph, facts: readonly Fact[]): ViewDraft {
  const draft = emptyDraft();
  for (const fact of facts) {
    const fold = folds[fact.kind] as Fold<FactKind>;
    fold(draft, fact, graph);
  }
  return draft;
}
