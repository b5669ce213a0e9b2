import { type Graph, type HookCatalogue } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { isLoopName, type LoadedLoop, loadShippedLoop, loopNames } from './shipped-loops.ts';

/** The operator's own loops: by name, the YAML text or the absolute path of a file. Never from a repository. */
export interface LoopOptions {
  readonly graphs?: Readonly<Record<string, string>>;
  /** Where given, hook names and parameters of the operator's loops are judged. */
  readonly hooks?: HookCatalogue;
}

/** A loop with its digest. Throws `GRAPH_LOOP_UNKNOWN`, `GRAPH_LOOP_UNREADABLE` and what `parseGraph` throws. */
export async function loadLoopWithDigest(name: string, options: LoopOptions = {}): Promise<LoadedLoop> {
  if (isLoopName(name)) return loadShippedLoop(name);
  const graphs = options.graphs ?? {};
  const source = Object.hasOwn(graphs, name) ? graphs[name] : undefined;
  if (source === undefined) {
    throw runtimeError('GRAPH_LOOP_UNKNOWN', `there is no loop ${JSON.stringify(name.slice(0, 64))}`, {
      remedy: `use one of ${[...loopNames, ...Object.keys(graphs)].join(', ')}, or name its file under graphs: in the operator configuration`,
    });
  }
  const { loadOperatorLoop } = await import('./operator-loop.ts');
  return loadOperatorLoop(name, source, options.hooks);
}

/**
 * A loop by name: one of the four shipped ones, or one of the operator's. A shipped name cannot be taken by another
 * graph. Throws `GRAPH_LOOP_UNKNOWN`, `GRAPH_LOOP_UNREADABLE` and what `parseGraph` throws.
 */
export async function loadLoop(name: string, options: LoopOptions = {}): Promise<Graph> {
  return (await loadLoopWithDigest(name, options)).graph;
}
