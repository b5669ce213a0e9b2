import { type Graph, type GraphPin, graphFromJSON, resolveOuterLoop } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { type ItemStore, type StoredLoop } from '../items/item-store.ts';
import { graphDigest } from './graph-digest.ts';
import { type LoopOptions, loadLoopWithDigest } from './load-loop.ts';
import { defaultLoop, innerLoop, isLoopName } from './shipped-loops.ts';

/** The graph that a stored loop walks, and what is odd about it. */
export interface ResolvedGraph {
  readonly graph: Graph;
  readonly pin: GraphPin;
  /** False: the pinned graph is not today's loop of that name; `graph migrate` would move the item. */
  readonly isCurrent: boolean;
}

function pinOf(graph: Graph, digest: string): GraphPin {
  return { name: graph.name, version: graph.version, digest };
}

async function readKept(store: ItemStore, loop: StoredLoop, pin: GraphPin): Promise<ResolvedGraph> {
  const kept = await store.pinnedGraph(loop.address, pin.digest);
  const graph = kept === null ? null : graphFromJSON(kept);
  if (graph === null || graphDigest(graph) !== pin.digest) {
    throw runtimeError('GRAPH_PIN_LOST', `the kept copy of the graph that ${loop.path} pins is missing or changed`, {
      remedy: 'restore graph-*.json from git, or run the-loop graph migrate',
    });
  }
  return { graph, pin, isCurrent: false };
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

/**
 * The graph of a stored loop: the pinned one, else the one of the recorded loop, else the one asked for, else the
 * default. Throws `VERB_REFUSED_LOOP`, `GRAPH_PIN_LOST` and what loading a loop throws.
 */
export async function resolveGraph(
  store: ItemStore,
  loop: StoredLoop,
  options: LoopOptions & { readonly asked?: string },
): Promise<ResolvedGraph> {
  const name = chooseName(loop, options.asked ?? '');
  const pin = loop.state.graph;
  const { graph, digest } = await loadLoopWithDigest(name, options);
  if (pin === null || pin.digest === digest) return { graph, pin: pinOf(graph, digest), isCurrent: true };
  return readKept(store, loop, pin);
}
