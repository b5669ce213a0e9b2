import { compileGraph, type ParseGraphOptions, reported } from './compile-graph.ts';
import { deepFreeze } from './deep-freeze.ts';
import { type Graph, type GraphEdge, type GraphNode } from './graph.ts';
import { GraphError } from './graph-problem.ts';

/** A graph as plain data, with every default written out. `parseGraph` reads it back to an equal graph. */
export interface GraphJSON {
  readonly version: number;
  readonly name: string;
  readonly start: string;
  readonly skipSets: Readonly<Record<string, readonly string[]>>;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The graph as plain data. */
export function graphToJSON({ version, name, start, skipSets, nodes, edges }: Graph): GraphJSON {
  return { version, name, start, skipSets, nodes, edges };
}

/**
 * Makes a graph from data, such as a loop that was compiled to JSON. Checks everything `parseGraph` checks, and does not
 * load a YAML reader.
 *
 * Throws `GRAPH_INVALID` with every problem.
 */
export function graphFromJSON(json: unknown, options: ParseGraphOptions = {}): Graph {
  const compiled = compileGraph(json, options);
  if (compiled.ok) return compiled.graph;
  throw new GraphError(reported(compiled.problems));
}

/**
 * The graph that `graphToJSON` wrote, frozen, without judging it again: a quick start for data that was judged when the
 * program was built and ships inside it. What anybody may have changed since goes through `graphFromJSON`.
 */
export function reviveGraph(json: GraphJSON): Graph {
  return deepFreeze(json);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

/** One text per graph, whatever the file looked like: keys sorted, defaults written out, nodes and edges in their order. */
export function canonicalGraph(graph: Graph): string {
  return JSON.stringify(sorted(graphToJSON(graph)));
}
