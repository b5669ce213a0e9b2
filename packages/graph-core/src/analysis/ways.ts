import { type Graph } from '../graph/graph.ts';
import { edgesFrom, reachableFrom } from '../graph/graph-index.ts';

/** Which way is looked for. */
export interface WayQuery {
  readonly from: string;
  readonly to: string;
  /** Nodes that may not be on it. */
  readonly without?: ReadonlySet<string>;
}

/** A shortest way along the edges, both ends included; null when there is none. */
export function shortestWay(graph: Graph, { from, to, without = new Set() }: WayQuery): readonly string[] | null {
  const cameFrom = new Map<string, string | null>();
  const queue = without.has(from) ? [] : [from];
  if (queue.length > 0) cameFrom.set(from, null);
  for (const at of queue) {
    if (at === to) return trace(cameFrom, to);
    for (const { to: next } of edgesFrom(graph, at)) {
      if (cameFrom.has(next) || without.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  return null;
}

function trace(cameFrom: ReadonlyMap<string, string | null>, to: string): readonly string[] {
  const way = [to];
  for (let at = cameFrom.get(to) ?? null; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
  return way;
}

/** One cycle for each group of nodes that reach each other without passing a node in `without`. */
export function cyclesWithout(graph: Graph, without: ReadonlySet<string>): (readonly string[])[] {
  const seen = new Set<string>(without);
  const cycles: (readonly string[])[] = [];
  for (const { id } of graph.nodes) {
    const cycle = seen.has(id) ? null : cycleThrough(graph, id, without);
    if (cycle === null) continue;
    cycles.push(cycle);
    for (const other of reachableFrom(graph, id, without)) {
      if (reachableFrom(graph, other, without).has(id)) seen.add(other);
    }
  }
  return cycles;
}

function cycleThrough(graph: Graph, id: string, without: ReadonlySet<string>): readonly string[] | null {
  const ways = edgesFrom(graph, id)
    .map(({ to }) => shortestWay(graph, { from: to, to: id, without }))
    .filter((way) => way !== null)
    .sort((a, b) => a.length - b.length);
  const shortest = ways[0];
  return shortest === undefined ? null : [id, ...shortest.slice(0, -1)];
}
