import { type Graph, type GraphEdge, type GraphNode } from './graph.ts';

/** What is looked up again and again, made once per graph. */
interface GraphIndex {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: ReadonlyMap<string, ReadonlyMap<string, GraphEdge>>;
}

const indexes = new WeakMap<Graph, GraphIndex>();

function indexOf(graph: Graph): GraphIndex {
  const known = indexes.get(graph);
  if (known !== undefined) return known;
  const edges = new Map<string, Map<string, GraphEdge>>();
  for (const edge of graph.edges) {
    const out = edges.get(edge.from) ?? new Map<string, GraphEdge>();
    edges.set(edge.from, out.set(edge.on, edge));
  }
  const index = { nodes: new Map(graph.nodes.map((node) => [node.id, node])), edges };
  indexes.set(graph, index);
  return index;
}

/** The node with this id. */
export function findNode(graph: Graph, id: string): GraphNode | undefined {
  return indexOf(graph).nodes.get(id);
}

/** The edge that leaves `node` on exactly this outcome. */
export function edgeFor(graph: Graph, node: string, outcome: string): GraphEdge | undefined {
  return indexOf(graph).edges.get(node)?.get(outcome);
}

/** Every edge that leaves `node`. */
export function edgesFrom(graph: Graph, node: string): readonly GraphEdge[] {
  return [...(indexOf(graph).edges.get(node)?.values() ?? [])];
}

/** Every node some way leads to from `start`, itself included. Nodes in `without` are not passed through. */
export function reachableFrom(
  graph: Graph,
  start: string,
  without: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  if (without.has(start)) return new Set();
  return walkFrom(start, (id) =>
    edgesFrom(graph, id)
      .map(({ to }) => to)
      .filter((to) => !without.has(to)),
  );
}

/** Everything that some way leads to, the start included. */
export function walkFrom(start: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...next(id));
  }
  return reached;
}
