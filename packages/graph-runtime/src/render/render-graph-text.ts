import { edgesFrom, type Graph, type GraphNode } from '@the-loop/graph-core';

function flagsOf(node: GraphNode): string {
  const flags = [
    node.required ? 'required' : '',
    node.optIn ? 'opt-in' : node.skippable ? 'skippable' : '',
    node.actor === 'human' ? 'human' : '',
    node.terminal ? 'terminal' : '',
  ].filter((flag) => flag !== '');
  return flags.length === 0 ? '' : `  [${flags.join(', ')}]`;
}

/** What `graph show` prints. */
export function renderGraphText(graph: Graph): string {
  const rows = graph.nodes.flatMap((node) => [
    `  ${node.id}${flagsOf(node)}`,
    ...edgesFrom(graph, node.id).map((edge) => `      --${edge.on}--> ${edge.to}`),
  ]);
  return [`graph v${graph.version}, start: ${graph.start}`, ...rows].join('\n');
}
