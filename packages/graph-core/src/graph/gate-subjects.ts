import { type Graph } from './graph.ts';
import { findNode } from './graph-index.ts';

/**
 * The nodes a human gate is about: every node from which a way leads to the gate without passing another human gate.
 * A gate in `skipped` asks nobody, so what it would have covered is covered by the next one.
 */
export function gateRegion(graph: Graph, gate: string, skipped: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const region = new Set<string>();
  const open = [gate];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const target = at;
    for (const { from } of graph.edges.filter(({ to }) => to === target)) {
      const asks = findNode(graph, from)?.actor === 'human' && !skipped.has(from);
      if (asks || region.has(from) || from === gate) continue;
      region.add(from);
      open.push(from);
    }
  }
  return region;
}

/** Names of the files a human gate asks about, in the order of the graph; every alternative of a `a.md|b.md` is listed. */
export function gateSubjects(graph: Graph, gate: string, skipped: ReadonlySet<string> = new Set()): readonly string[] {
  const region = gateRegion(graph, gate, skipped);
  const entries = graph.nodes.filter(({ id }) => region.has(id)).flatMap(({ produces }) => produces);
  return [...new Set(entries.flatMap((entry) => entry.split('|').map((name) => name.trim())))];
}
