import { edgesFrom, type Graph, type GraphNode, type GraphState, viewState } from '@the-loop/graph-core';
import { printable } from './lines.ts';

function flagsOf(node: GraphNode): string {
  const flags = [
    node.required ? 'required' : '',
    node.optIn ? 'opt-in' : node.skippable ? 'skippable' : '',
    node.actor === 'human' ? 'human' : '',
    node.terminal ? 'terminal' : '',
  ].filter((flag) => flag !== '');
  return flags.length === 0 ? '' : `  [${flags.join(', ')}]`;
}

/** What `graph show` prints; with a state, also which loop it is, where the item stands and what it leaves out. */
export function renderGraphText(graph: Graph, state?: GraphState): string {
  const view = state === undefined ? null : viewState(graph, state);
  const placeOf = (id: string) => {
    if (view?.currentNode === id) return `  ← ${printable(view.workItem)} is here`;
    return view !== null && Object.hasOwn(view.skips, id) ? '  (left out)' : '';
  };
  const rows = graph.nodes.flatMap((node) => [
    `  ${node.id}${flagsOf(node)}${placeOf(node.id)}`,
    ...edgesFrom(graph, node.id).map((edge) => `      --${edge.on}--> ${edge.to}`),
  ]);
  const start = view?.currentNode === '' ? ', not started' : '';
  const name = view === null ? '' : `, loop: ${graph.name}${start}`;
  return [`graph v${graph.version}, start: ${graph.start}${name}`, ...rows].join('\n');
}
