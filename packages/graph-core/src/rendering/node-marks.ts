import { type Graph } from '../graph/graph.ts';
import { type GraphState } from '../state/graph-state.ts';
import { type StateView } from '../state/state-view.ts';
import { viewState } from '../state/view-state.ts';

/** How a node stands while an item walks the graph. */
export type NodeMark = 'current' | 'blocked' | 'visited' | 'skipped' | 'ahead';

/** The colours of each mark: fill, border. Told apart without colour by the border, see the renderers. */
export const MARK_COLOURS: Readonly<Record<NodeMark, readonly [string, string]>> = {
  current: ['#fff3bf', '#e67700'],
  blocked: ['#ffe3e3', '#c92a2a'],
  visited: ['#d3f9d8', '#2b8a3e'],
  skipped: ['#f1f3f5', '#adb5bd'],
  ahead: ['#ffffff', '#495057'],
};

function markOf(view: StateView, id: string): NodeMark {
  const node = view.nodes[id];
  if (view.currentNode === id) return node !== undefined && node.attempts > 0 ? 'blocked' : 'current';
  if (Object.hasOwn(view.skips, id) || node?.outcome === 'skipped') return 'skipped';
  return node !== undefined && node.entries > 0 ? 'visited' : 'ahead';
}

/** The mark of every node; without a state all are ahead. */
export function nodeMarks(graph: Graph, state: GraphState | undefined): ReadonlyMap<string, NodeMark> {
  const view = state === undefined ? undefined : viewState(graph, state);
  return new Map(graph.nodes.map(({ id }) => [id, view === undefined ? 'ahead' : markOf(view, id)]));
}
