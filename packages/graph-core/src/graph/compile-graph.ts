import * as v from 'valibot';
import { partProblems } from './check-parts.ts';
import { asGraphProblem, type FoundProblem, isMapping, keyAndDataProblems, shapeProblems } from './check-shape.ts';
import { hookProblems, wholeProblems } from './check-whole.ts';
import { deepFreeze } from './deep-freeze.ts';
import { type Graph, type GraphNode, type HookCatalogue, type HookEntry } from './graph.ts';
import { type GraphProblem } from './graph-problem.ts';
import { type GraphFile, graphSchema } from './graph-schema.ts';
import { sketch } from './sketch.ts';

/** How a graph is read. */
export interface ParseGraphOptions {
  /** Judges hook names and parameters; without it they are taken as they are. */
  readonly hooks?: HookCatalogue | undefined;
}

type CompiledGraph =
  | { readonly ok: true; readonly graph: Graph }
  | { readonly ok: false; readonly problems: readonly FoundProblem[] };

function hookEntry(entry: GraphFile['nodes'][number]['entry'][number]): HookEntry {
  return typeof entry === 'string' ? { hook: entry, with: {} } : { hook: entry.hook, with: entry.with };
}

function graphNode(node: GraphFile['nodes'][number]): GraphNode {
  return {
    ...node,
    produces: typeof node.produces === 'string' ? [node.produces] : node.produces,
    skippable: node.skippable || node.optIn,
    description: node.description.trim(),
    entry: node.entry.map(hookEntry),
    exit: node.exit.map(hookEntry),
  };
}

function graphFrom(file: GraphFile): Graph {
  return {
    version: file.version,
    name: file.name,
    start: file.start ?? file.nodes[0]?.id ?? '',
    skipSets: file.skipSets,
    nodes: file.nodes.map(graphNode),
    edges: file.edges,
  };
}

/** Checks a graph given as data and makes the frozen graph, or names everything that is wrong with it. */
export function compileGraph(file: unknown, options: ParseGraphOptions): CompiledGraph {
  if (!isMapping(file)) {
    return {
      ok: false,
      problems: [{ code: 'not-a-mapping', path: [], message: 'a graph is a mapping with nodes and edges' }],
    };
  }
  const data = keyAndDataProblems(file);
  const parsed = v.safeParse(graphSchema(), file);
  const readable = sketch(file);
  const problems = [
    ...data,
    ...shapeProblems(parsed.issues ?? []),
    ...partProblems(readable),
    ...wholeProblems(readable),
    ...(options.hooks === undefined ? [] : hookProblems(readable, options.hooks)),
  ];
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, graph: deepFreeze(graphFrom(structuredCopy(parsed.output))) };
}

/** Parameters were checked to be plain data, so a copy through JSON loses nothing but keys without a value. */
function structuredCopy(file: GraphFile): GraphFile {
  return JSON.parse(JSON.stringify(file)) as GraphFile;
}

/** What is wrong, as it is reported for a graph that was not read from text. */
export function reported(problems: readonly FoundProblem[]): readonly GraphProblem[] {
  return problems.map(asGraphProblem);
}
