import { type Graph } from '../graph/graph.ts';
import { type GraphState } from '../state/graph-state.ts';
import { viewState } from '../state/view-state.ts';
import { type ArtifactDigests, enterRouted } from './enter-node.ts';
import { nodeReport } from './node-report.ts';
import { type Plan, type Stamp } from './plan.ts';
import { quoted, refusal } from './refusal.ts';

export interface StartInput {
  readonly stamp: Stamp;
  readonly artifacts: ArtifactDigests;
  /** Name of the loop that was asked for; refused when the graph is another. */
  readonly loop?: string | undefined;
}

/**
 * Enters the start node, or the first node behind it that is not skipped. Null when the item was entered before.
 *
 * Throws `VERB_REFUSED_LOOP` when the graph is not the loop that was asked for.
 */
export function planStart(graph: Graph, state: GraphState, input: StartInput): Plan | null {
  const { stamp, artifacts, loop = '' } = input;
  if (loop !== '' && loop !== graph.name) {
    throw refusal(
      'VERB_REFUSED_LOOP',
      `the graph is ${quoted(graph.name)}, not ${quoted(loop)}`,
      'Load the loop by its name.',
    );
  }
  const view = viewState(graph, state);
  if (view.currentNode !== '') return null;
  const entry = enterRouted(graph, view, { node: graph.start, stamp, artifacts, via: 'start' });
  const report = nodeReport(view, {
    node: entry.node,
    status: 'pass',
    outcome: 'pass',
    moved: true,
    currentNode: entry.node,
  });
  return { facts: entry.facts, effects: [], enters: entry.node, report };
}
