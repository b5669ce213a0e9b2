import { type Graph } from '../graph/graph.ts';
import { type GraphState } from '../state/graph-state.ts';
import { renderDot } from './render-dot.ts';
import { renderMermaid } from './render-mermaid.ts';

/**
 * The graph as a diagram, in Mermaid or in Graphviz's DOT. With a state the current, visited, skipped and blocked nodes are
 * marked. Names and outcomes are escaped: nothing in a graph can add to the diagram's syntax.
 */
export function renderGraph(graph: Graph, as: 'mermaid' | 'dot', state?: GraphState): string {
  return as === 'mermaid' ? renderMermaid(graph, state) : renderDot(graph, state);
}
