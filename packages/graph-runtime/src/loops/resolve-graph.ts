import {
  type Graph,
  GraphError,
  type GraphPin,
  graphFromJSON,
  type LoopError,
  resolveOuterLoop,
} from '@the-loop/graph-core';
import { isLoopError, runtimeError } from '../errors.ts';
import { type ItemStore, type StoredLoop } from '../items/item-store.ts';
import { graphDigest } from './graph-digest.ts';
import { type LoopOptions, loadLoopWithDigest } from './load-loop.ts';
import { defaultLoop, innerLoop, isLoopName, type LoadedLoop } from './shipped-loops.ts';

/** The graph that a stored loop walks, and what is odd about it. */
export interface ResolvedGraph {
  readonly graph: Graph;
  readonly pin: GraphPin;
  readonly found: FoundGraph;
}

/**
 * `today`: the loop of that name as it is. `kept`: the pinned copy, which differs from today's loop; `graph migrate` would move
 * the item. `kept-alone`: the pinned copy, while today's loop cannot be read. `stand-in`: today's loop, because the copy is lost.
 */
export type FoundGraph = 'today' | 'kept' | 'kept-alone' | 'stand-in';

/** What is asked for beside the stored loop. */
export interface ResolveOptions extends LoopOptions {
  readonly asked?: string;
  /** True for a verb that leads out of a lost copy: today's loop then stands in for it. */
  readonly isCopyDispensable?: boolean;
}

function pinOf(graph: Graph, digest: string): GraphPin {
  return { name: graph.name, version: graph.version, digest };
}

async function readKept(store: ItemStore, loop: StoredLoop, pin: GraphPin): Promise<Graph | null> {
  const kept = await store.pinnedGraph(loop.address, pin.digest);
  try {
    const graph = kept === null ? null : graphFromJSON(kept);
    return graph === null || graphDigest(graph) !== pin.digest ? null : graph;
  } catch (error) {
    if (error instanceof GraphError) return null;
    throw error;
  }
}

function lostCopy({ path, address }: StoredLoop): LoopError {
  const where = address.pr === undefined ? address.id : `${address.id} --pr ${address.pr}`;
  return runtimeError('GRAPH_PIN_LOST', `the kept copy of the graph that ${path} pins is missing or changed`, {
    remedy: `restore graph-*.json from git, or go on with today's loop: the-loop graph migrate ${where} --to <loop>`,
  });
}

/** Today's loop; null where it cannot be read any more, for want of its file or because it is not valid. */
async function readToday(name: string, options: LoopOptions): Promise<LoadedLoop | null> {
  try {
    return await loadLoopWithDigest(name, options);
  } catch (error) {
    if (isLoopError(error) && (error.code === 'GRAPH_LOOP_UNREADABLE' || error.code === 'GRAPH_INVALID')) return null;
    throw error;
  }
}

/** A name that the state file recorded. Invented inner loops mean the default; unknown ones are refused. */
function outerName(recorded: string): string {
  return isLoopName(recorded) ? resolveOuterLoop(recorded) || defaultLoop : recorded;
}

function chooseName(loop: StoredLoop, asked: string): string {
  const isInner = loop.address.pr !== undefined;
  const recorded = loop.state.graph?.name ?? loop.state.loop;
  const name = isInner ? innerLoop : outerName(recorded || asked || defaultLoop);
  if (asked !== '' && asked !== name) {
    throw runtimeError('VERB_REFUSED_LOOP', `this item walks ${name}, not ${JSON.stringify(asked.slice(0, 64))}`, {
      remedy: isInner ? 'leave --loop out with --pr' : 'leave --loop out, or use the-loop graph migrate',
    });
  }
  return name;
}

async function resolvePinned(
  store: ItemStore,
  loop: StoredLoop,
  { pin, name, options }: { pin: GraphPin; name: string; options: ResolveOptions },
): Promise<ResolvedGraph> {
  const today = await readToday(name, options);
  if (today?.digest === pin.digest)
    return { graph: today.graph, pin: pinOf(today.graph, today.digest), found: 'today' };
  const kept = await readKept(store, loop, pin);
  if (kept !== null) return { graph: kept, pin, found: today === null ? 'kept-alone' : 'kept' };
  if (today === null || options.isCopyDispensable !== true) throw lostCopy(loop);
  return { graph: today.graph, pin: pinOf(today.graph, today.digest), found: 'stand-in' };
}

/**
 * The graph of a stored loop: the pinned one, else the one of the recorded loop, else the one asked for, else the default. A
 * pinned copy is walked also while today's loop cannot be read, as long as its name is shipped or configured. Throws
 * `VERB_REFUSED_LOOP`, `GRAPH_PIN_LOST` and what loading a loop throws.
 */
export async function resolveGraph(
  store: ItemStore,
  loop: StoredLoop,
  options: ResolveOptions,
): Promise<ResolvedGraph> {
  const name = chooseName(loop, options.asked ?? '');
  const pin = loop.state.graph;
  if (pin !== null) return resolvePinned(store, loop, { pin, name, options });
  const { graph, digest } = await loadLoopWithDigest(name, options);
  return { graph, pin: pinOf(graph, digest), found: 'today' };
}
