import { ENTERED_DIRECTLY } from '../graph/check-parts.ts';
import { type Graph } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import { type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { viewState } from '../state/view-state.ts';
import { auditEffects } from './audit.ts';
import { type ArtifactDigests, enterNode } from './enter-node.ts';
import { answer, nodeReport } from './node-report.ts';
import { type Plan, type Stamp } from './plan.ts';
import { refusal, requireReason } from './refusal.ts';

export interface CleanupInput {
  readonly stamp: Stamp;
  readonly artifacts?: ArtifactDigests | undefined;
}

/** Enters the `cleanup` node from wherever the item is. Null when the loop has none, nothing was started, or it is there already. */
export function planCleanup(graph: Graph, state: GraphState, input: CleanupInput): Plan | null {
  const view = viewState(graph, state);
  const node = 'cleanup';
  if (findNode(graph, node) === undefined || view.currentNode === '' || view.currentNode === node) return null;
  const entry = enterNode(graph, view, { node, stamp: input.stamp, artifacts: input.artifacts ?? {}, via: 'cleanup' });
  const report = nodeReport(view, { node, status: 'pass', outcome: 'pass', moved: true, currentNode: node });
  return { facts: entry.facts, effects: [], enters: node, report };
}

export interface MergeInput {
  readonly stamp: Stamp;
  /** True when the merge counts as the approval: by an authorized login, at the gated head. */
  readonly approves: boolean;
  readonly artifacts: ArtifactDigests;
}

/** The terminal node that means success: the one called `complete`, else the first that is not entered from anywhere. */
function successOf(graph: Graph): string | undefined {
  const ends = graph.nodes.filter(({ id, terminal }) => terminal && !ENTERED_DIRECTLY.includes(id));
  return (ends.find(({ id }) => id === 'complete') ?? ends[0])?.id;
}

/**
 * The pull request of an inner loop was merged. A merge that counts as the approval brings the loop to its end; any other is
 * recorded and leaves it parked as `merged-unapproved`. Null when nothing was started, or nothing new is said.
 */
export function planMerge(graph: Graph, state: GraphState, input: MergeInput): Plan | null {
  const { stamp, approves, artifacts } = input;
  const view = viewState(graph, state);
  const from = view.currentNode;
  const known = view.merged && (view.mergeApproves || !approves);
  if (from === '' || known || findNode(graph, from)?.terminal === true) return null;
  const merged: Fact = { kind: 'merged', ...stamp, approves };
  const node = successOf(graph);
  if (!approves || node === undefined) {
    const messages = ['the pull request was merged without the approval this loop asks for'];
    const report = nodeReport(view, {
      node: from,
      status: 'wait',
      outcome: 'wait',
      messages,
      reason: 'merged-unapproved',
    });
    return { facts: [merged], effects: [], enters: null, report };
  }
  const entry = enterNode(graph, view, { node, stamp, artifacts, via: 'merge' });
  const report = nodeReport(view, {
    node: from,
    status: 'pass',
    outcome: 'approved',
    moved: true,
    currentNode: node,
    messages: [`advanced to ${node}`],
  });
  return { facts: [merged, ...entry.facts], effects: [], enters: node, report };
}

export interface AbandonInput {
  readonly stamp: Stamp;
  readonly reason: string;
  /** Where the audit comment is posted; without it the plan has none. */
  readonly ref?: string | undefined;
}

/**
 * Says that the pull request of an inner loop will not be merged, and why. The pointer stays where it is; entering any node
 * takes it up again.
 *
 * Throws `VERB_REFUSED_REASON`, `VERB_REFUSED_NOT_STARTED` or `VERB_REFUSED_TERMINAL`.
 */
export function planAbandon(graph: Graph, state: GraphState, input: AbandonInput): Plan {
  const { stamp } = input;
  const reason = requireReason(input.reason);
  const view = viewState(graph, state);
  const node = view.currentNode;
  if (node === '')
    throw refusal('VERB_REFUSED_NOT_STARTED', 'this loop has not been started', 'Start it, or leave it.');
  if (findNode(graph, node)?.terminal === true) {
    throw refusal('VERB_REFUSED_TERMINAL', `this loop has ended at ${node}`, 'There is nothing to abandon.');
  }
  if (view.abandoned !== null) return answer(view, { node, status: 'noop', reason: 'abandoned' });
  const facts: readonly Fact[] = [{ kind: 'abandoned', ...stamp, reason }];
  const effects = auditEffects(state, {
    hook: 'abandon',
    node,
    stamp,
    text: `abandoned at ${node}`,
    reason,
    ref: input.ref,
  });
  return { facts, effects, enters: null, report: nodeReport(view, { node, status: 'pass', outcome: 'abandoned' }) };
}
