import { ENTERED_DIRECTLY, SKIPPED } from './check-parts.ts';
import { type FoundProblem } from './check-shape.ts';
import { type Graph, type GraphNode, type HookCatalogue } from './graph.ts';
import { reachableFrom } from './graph-index.ts';

function unreachableProblems(graph: Graph): FoundProblem[] {
  const reached = reachableFrom(graph, graph.start);
  return graph.nodes.flatMap(({ id, terminal }, index): FoundProblem[] => {
    if (reached.has(id) || (terminal && ENTERED_DIRECTLY.includes(id))) return [];
    return [
      { code: 'unreachable', path: ['nodes', index, 'id'], message: `no way leads from ${graph.start} to ${id}` },
    ];
  });
}

function skipCycleProblems(graph: Graph): FoundProblem[] {
  const next = new Map(graph.edges.filter(({ on }) => on === SKIPPED).map(({ from, to }) => [from, to]));
  const reported = new Set<string>();
  return graph.nodes.flatMap(({ id }, index): FoundProblem[] => {
    const walked = [id];
    for (let at = next.get(id); at !== undefined && !walked.includes(at); at = next.get(at)) walked.push(at);
    const closes = next.get(walked.at(-1) ?? id) === id;
    if (!closes || reported.has(id)) return [];
    for (const node of walked) reported.add(node);
    const way = [...walked, id].join(' → ');
    return [{ code: 'skip-cycle', path: ['nodes', index, 'id'], message: `skipped edges lead in a circle: ${way}` }];
  });
}

/** Rules about the way as a whole; they make sense only once every part is right. */
export function wholeProblems(graph: Graph): FoundProblem[] {
  return [...unreachableProblems(graph), ...skipCycleProblems(graph)];
}

function entryProblems(node: GraphNode, index: number, catalogue: HookCatalogue): FoundProblem[] {
  return (['entry', 'exit'] as const).flatMap((boundary) =>
    node[boundary].flatMap((entry, position): FoundProblem[] => {
      const path = ['nodes', index, boundary, position];
      const known = catalogue.get(entry.hook);
      if (known === undefined) {
        const names = [...catalogue.keys()].sort().join(', ');
        const message = `${node.id} names ${JSON.stringify(entry.hook)} on ${boundary}, which is no hook; known are ${names}`;
        return [{ code: 'unknown-hook', path, message }];
      }
      return known
        .checkParams(entry.with)
        .map((why) => ({ code: 'bad-params', path, message: `${entry.hook}: ${why}` }));
    }),
  );
}

/** Hooks that the catalogue does not have, and parameters they do not accept. */
export function hookProblems(graph: Graph, catalogue: HookCatalogue): FoundProblem[] {
  return graph.nodes.flatMap((node, index) => entryProblems(node, index, catalogue));
}
