import { type Graph } from './graph.ts';
import { findNode } from './graph-index.ts';

const NONE: ReadonlySet<string> = /* @__PURE__ */ new Set();
/** Regions of a graph by gate and skipped nodes: every reading of a state asks for the same few. */
const regions = /* @__PURE__ */ new WeakMap<Graph, Map<string, ReadonlySet<string>>>();
const KEPT = 256;

/**
 * The nodes a human gate is about: every node from which a way leads to the gate without passing another human gate.
 * A gate in `skipped` asks nobody, so what it would have covered is covered by the next one.
 */
export function gateRegion(graph: Graph, gate: string, skipped: ReadonlySet<string> = NONE): ReadonlySet<string> {
  const known = regions.get(graph) ?? new Map<string, ReadonlySet<string>>();
  regions.set(graph, known);
  const key = [gate, ...[...skipped].sort()].join('\n');
  const region = known.get(key) ?? findRegion(graph, gate, skipped);
  if (known.size >= KEPT) known.clear();
  known.set(key, region);
  return region;
}

function findRegion(graph: Graph, gate: string, skipped: ReadonlySet<string>): ReadonlySet<string> {
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
export function gateSubjects(graph: Graph, gate: string, skipped: ReadonlySet<string> = NONE): readonly string[] {
  const region = gateRegion(graph, gate, skipped);
  const entries = graph.nodes.filter(({ id }) => region.has(id)).flatMap(({ produces }) => produces);
  return [...new Set(entries.flatMap((entry) => entry.split('|').map((name) => name.trim())))];
}
