import { ENTERED_DIRECTLY, SKIPPED } from './check-parts.ts';
import { type FoundProblem } from './check-shape.ts';
import { type HookCatalogue, type HookDescription, type HookPlace } from './graph.ts';
import { walkFrom } from './graph-index.ts';
import { hookPlace } from './hook-place.ts';
import { type Sketch, type SketchHook, type SketchNode } from './sketch.ts';

/** Where the edges lead from a start that is known, or null while some end of some edge is not readable: anything could be reached. */
function reachedFrom({ nodes, edges }: Sketch, start: string): ReadonlySet<string> | null {
  const ids = new Set(nodes.map(({ id }) => id));
  const isClear =
    !ids.has(null) && ids.has(start) && edges.every(({ from, to, on }) => ids.has(from) && ids.has(to) && on !== null);
  if (!isClear) return null;
  const next = waysFrom(edges);
  return walkFrom(start, (id) => next.get(id) ?? []);
}

function waysFrom(edges: Sketch['edges']): ReadonlyMap<string | null, readonly string[]> {
  const next = new Map<string | null, string[]>();
  for (const { from, to } of edges) {
    const ways = next.get(from) ?? [];
    if (to !== null) ways.push(to);
    next.set(from, ways);
  }
  return next;
}

function unreachableProblems(file: Sketch): FoundProblem[] {
  const start = file.start ?? file.nodes[0]?.id ?? '';
  const reached = reachedFrom(file, start);
  if (reached === null) return [];
  return file.nodes.flatMap(({ id, terminal, path }): FoundProblem[] => {
    if (id === null || reached.has(id) || (terminal && ENTERED_DIRECTLY.includes(id))) return [];
    return [{ code: 'unreachable', path: [...path, 'id'], message: `no way leads from ${start} to ${id}` }];
  });
}

function skipCycleProblems({ nodes, edges }: Sketch): FoundProblem[] {
  const skips = edges.filter(({ on }) => on === SKIPPED);
  const next = new Map(skips.flatMap(({ from, to }) => (from === null || to === null ? [] : [[from, to] as const])));
  const reported = new Set<string>();
  return nodes.flatMap(({ id, path }): FoundProblem[] => {
    if (id === null) return [];
    const walked = [id];
    for (let at = next.get(id); at !== undefined && !walked.includes(at); at = next.get(at)) walked.push(at);
    const closes = next.get(walked.at(-1) ?? id) === id;
    if (!closes || reported.has(id)) return [];
    for (const node of walked) reported.add(node);
    const way = [...walked, id].join(' → ');
    return [{ code: 'skip-cycle', path: [...path, 'id'], message: `skipped edges lead in a circle: ${way}` }];
  });
}

/** Rules about the way as a whole, as far as it can be read. */
export function wholeProblems(file: Sketch): FoundProblem[] {
  return [...unreachableProblems(file), ...skipCycleProblems(file)];
}

function entryProblems(
  { file, node, entry }: { readonly file: Sketch; readonly node: SketchNode; readonly entry: SketchHook },
  catalogue: HookCatalogue,
): FoundProblem[] {
  const { path, boundary, hook, params } = entry;
  const known = catalogue.get(hook);
  if (known === undefined) {
    const names = [...catalogue.keys()].sort().join(', ');
    const message = `${node.id ?? 'this node'} names ${JSON.stringify(hook)} on ${boundary}, which is no hook; known are ${names}`;
    return [{ code: 'unknown-hook', path, message }];
  }
  const found = params === null ? [] : entryFaults(known, params, node.id === null ? null : hookPlace(file, node.id));
  return found.map((why) => ({ code: 'bad-params', path, message: `${hook}: ${why}` }));
}

/** What a hook says about its parameters; where they stand counts once they can be read. */
function entryFaults(
  hook: HookDescription,
  params: Readonly<Record<string, unknown>>,
  place: HookPlace | null,
): readonly string[] {
  const faults = hook.checkParams(params);
  return faults.length > 0 || place === null ? faults : (hook.checkPlace?.(params, place) ?? []);
}

/** Hooks that the catalogue does not have, and parameters they do not accept. */
export function hookProblems(file: Sketch, catalogue: HookCatalogue): FoundProblem[] {
  return file.nodes.flatMap((node) => node.hooks.flatMap((entry) => entryProblems({ file, node, entry }, catalogue)));
}
