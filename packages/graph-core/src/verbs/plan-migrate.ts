import { gateSubjects } from '../graph/gate-subjects.ts';
import { type Graph, type GraphNode } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import { appendFacts } from '../state/empty-state.ts';
import { type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { passedNodes } from '../state/passed-nodes.ts';
import { viewState } from '../state/view-state.ts';
import { type ArtifactDigests, enterNode } from './enter-node.ts';
import { gatesOf, lostGates } from './lost-gates.ts';
import { type Plan, type Stamp } from './plan.ts';
import { quoted, refusal } from './refusal.ts';

export interface MigrateInput {
  readonly stamp: Stamp;
  readonly artifacts: ArtifactDigests;
  /** True when an authorized person asks: only then may a gate get lost. */
  readonly authorized: boolean;
  /** The node of the new graph the item goes on at; needed when its present one is not there any more. */
  readonly at?: string | undefined;
  /** True when the graph that was walked is not known any more, and `from` only stands in for it: no gate counts as kept. */
  readonly isGraphLost?: boolean | undefined;
}

/** What moving to another graph does, shown before and after. */
export interface MigrationReport {
  readonly workItem: string;
  readonly from: string;
  readonly to: string;
  readonly status: 'migrated' | 'refused';
  /** Why it was refused; empty otherwise. */
  readonly reason: '' | 'orphaned' | 'gate-lost';
  /** Nodes in both graphs, only in the old one, only in the new one. */
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
  readonly added: readonly string[];
  /** Gates whose approval does not stand any more: gone, or about something else now. */
  readonly invalidatedApprovals: readonly string[];
  /** Gates that the item will not meet any more. */
  readonly lostGates: readonly string[];
  /** The present node when the new graph does not have it; null otherwise. */
  readonly orphaned: string | null;
  readonly currentNode: string;
  readonly warnings: readonly string[];
}

function ids(nodes: readonly GraphNode[]): readonly string[] {
  return nodes.map(({ id }) => id);
}

/** An approval stands when its gate still asks people, about nothing it did not ask about before. */
function invalidated(from: Graph, to: Graph, gates: readonly string[]): readonly string[] {
  return gates.filter((gate) => {
    if (findNode(to, gate)?.actor !== 'human') return true;
    const before = new Set(gateSubjects(from, gate));
    return gateSubjects(to, gate).some((file) => !before.has(file));
  });
}

/**
 * Moves an item from the graph it walks to another one, node by node of the same id. Refused, with a report that says why, when
 * the present node is gone and no other is named, or when a gate would get lost and nobody authorized asks. As a preview, plan
 * and leave the facts.
 *
 * Throws `VERB_REFUSED_UNKNOWN_NODE` when `at` is no node of the new graph.
 */
export function planMigrate(
  from: Graph,
  to: Graph,
  ...change: [state: GraphState, input: MigrateInput]
): Plan<MigrationReport> {
  const [state, input] = change;
  const { at, isGraphLost = false } = input;
  if (at !== undefined && findNode(to, at) === undefined) {
    throw refusal(
      'VERB_REFUSED_UNKNOWN_NODE',
      `${quoted(at)} is no node of the new graph`,
      `Pass one of: ${ids(to.nodes).join(', ')}.`,
    );
  }
  const current = viewState(from, state).currentNode;
  const report = reportOf(from, to, { state, at, isGraphLost });
  if (report.orphaned !== null && at === undefined) return refusedPlan(report, current, 'orphaned');
  if (report.lostGates.length > 0 && !input.authorized) return refusedPlan(report, current, 'gate-lost');
  return moved(to, { ...input, state }, report);
}

interface Move {
  readonly state: GraphState;
  readonly at: string | undefined;
  readonly isGraphLost: boolean;
}

/** Gates that get lost on the way over. While the present node is gone and no other is named, the new graph is taken from its start. */
function lostBy(from: Graph, to: Graph, { state, at, isGraphLost }: Move): readonly string[] {
  if (isGraphLost) return gatesOf(to);
  const { currentNode, skips } = viewState(from, state);
  const place = currentNode === '' ? to.start : currentNode;
  const goesOn = at ?? (findNode(to, place) === undefined ? to.start : place);
  const crossing = { from, to, at: currentNode === '' ? from.start : currentNode, goesOn };
  return lostGates({ ...crossing, passed: new Set([...passedNodes(state.facts), ...Object.keys(skips)]) });
}

/** What the move would do, as if it were allowed. */
function reportOf(from: Graph, to: Graph, move: Move): MigrationReport {
  const { state, at } = move;
  const view = viewState(from, state);
  const orphaned = view.currentNode !== '' && findNode(to, view.currentNode) === undefined ? view.currentNode : null;
  const known = new Set(ids(from.nodes));
  const lost = lostBy(from, to, move);
  return {
    workItem: state.workItem,
    from: from.name,
    to: to.name,
    status: 'migrated',
    reason: '',
    kept: ids(to.nodes).filter((id) => known.has(id)),
    dropped: ids(from.nodes).filter((id) => findNode(to, id) === undefined),
    added: ids(to.nodes).filter((id) => !known.has(id)),
    invalidatedApprovals: invalidated(from, to, Object.keys(view.approvals)),
    lostGates: lost,
    orphaned,
    currentNode: at ?? view.currentNode,
    warnings: lost.map((id) => `the item will not meet ${id} any more`),
  };
}

function refusedPlan(
  report: MigrationReport,
  currentNode: string,
  reason: MigrationReport['reason'],
): Plan<MigrationReport> {
  return { facts: [], effects: [], enters: null, report: { ...report, status: 'refused', reason, currentNode } };
}

function moved(
  to: Graph,
  change: { state: GraphState } & MigrateInput,
  report: MigrationReport,
): Plan<MigrationReport> {
  const { state, stamp, artifacts } = change;
  const { from, invalidatedApprovals, currentNode } = report;
  const migrated: Fact = { kind: 'migrated', ...stamp, from, to: report.to, invalidated: invalidatedApprovals };
  const view = viewState(to, appendFacts(state, [migrated]));
  if (currentNode === view.currentNode) return { facts: [migrated], effects: [], enters: null, report };
  const entry = enterNode(to, view, { node: currentNode, stamp, artifacts, via: 'migrate' });
  return { facts: [migrated, ...entry.facts], effects: [], enters: currentNode, report };
}
