import { type Graph } from '../graph/graph.ts';
import { edgeFor, findNode } from '../graph/graph-index.ts';
import { type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { MERGED_UNAPPROVED } from '../state/view-draft.ts';
import { viewState } from '../state/view-state.ts';
import { auditEffects } from './audit.ts';
import { type ArtifactDigests, enterNode, enterRouted } from './enter-node.ts';
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

/**
 * Where an approving merge leads: the way out of the gate that waits for exactly this answer. Null anywhere else, so that nothing
 * an agent still has to pass is jumped over.
 */
function approvedWay(graph: Graph, from: string): string | null {
  const node = findNode(graph, from);
  if (node?.actor !== 'human' || node.terminal) return null;
  return edgeFor(graph, from, 'approved')?.to ?? null;
}

/**
 * The pull request of an inner loop was merged. At the gate that asks for an approval, a merge that counts as one takes the way of
 * an approval; any other merge, and one at any other node, is recorded and leaves the loop parked as `merged-unapproved`. Null when
 * nothing was started, or nothing new is said.
 */
export function planMerge(graph: Graph, state: GraphState, input: MergeInput): Plan | null {
  const { stamp, artifacts } = input;
  const view = viewState(graph, state);
  const from = view.currentNode;
  const to = input.approves ? approvedWay(graph, from) : null;
  const known = view.merged && (view.mergeApproves || to === null);
  if (from === '' || known || findNode(graph, from)?.terminal === true) return null;
  const merged: Fact = { kind: 'merged', ...stamp, approves: to !== null };
  if (to === null) {
    const messages = ['the pull request was merged without the approval this loop asks for'];
    const report = nodeReport(view, {
      node: from,
      status: 'wait',
      outcome: 'wait',
      messages,
      reason: MERGED_UNAPPROVED,
    });
    return { facts: [merged], effects: [], enters: null, report };
  }
  const entry = enterRouted(graph, view, { node: to, stamp, artifacts, via: 'merge' });
  const report = nodeReport(view, {
    node: from,
    status: 'pass',
    outcome: 'approved',
    moved: true,
    currentNode: entry.node,
    messages: [`advanced to ${entry.node}`],
  });
  return { facts: [merged, ...entry.facts], effects: [], enters: entry.node, report };
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
  if (view.abandoned !== null) {
    const messages = [`abandoned already: ${view.abandoned}`];
    return answer(view, { node, status: 'noop', reason: 'abandoned', messages });
  }
  const facts: readonly Fact[] = [{ kind: 'abandoned', ...stamp, reason }];
  const effects = auditEffects(state, {
    hook: 'abandon',
    node,
    stamp,
    text: `abandoned at ${node}`,
    reason,
    ref: input.ref,
  });
  const messages = [`abandoned: ${reason}`];
  const report = nodeReport(view, { node, status: 'pass', outcome: 'abandoned', messages });
  return { facts, effects, enters: null, report };
}
