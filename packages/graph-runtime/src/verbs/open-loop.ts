import {
  type Graph,
  type GraphState,
  type ItemFiles,
  type LoopAddress,
  type StateView,
  viewState,
} from '@the-loop/graph-core';
import { editedKeys } from '../items/edited-keys.ts';
import { type StoredLoop } from '../items/item-store.ts';
import { type FoundGraph, type ResolvedGraph, resolveGraph } from '../loops/resolve-graph.ts';
import { checkAddress, resolveRef } from './loop-address.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';

/** A loop as a verb sees it at one moment. */
export interface OpenLoop {
  readonly address: LoopAddress;
  readonly ref: string;
  /** The ticket, also for a pull request's loop: what events call the item. */
  readonly itemRef: string;
  readonly loop: StoredLoop;
  readonly resolved: ResolvedGraph;
  readonly graph: Graph;
  readonly state: GraphState;
  readonly view: StateView;
  readonly files: ItemFiles;
  /** One time for everything the verb records. */
  readonly at: string;
  /** What is odd about the state file or the graph, one line each. */
  readonly warnings: readonly string[];
}

function warningsOf(loop: StoredLoop, resolved: ResolvedGraph, view: StateView): string[] {
  const warnings = [...loop.warnings];
  if (loop.problem !== null) warnings.push(`${loop.path} is not used: ${loop.problem.detail}`);
  const edited = editedKeys(loop.readable, resolved.graph, loop.state);
  if (edited.length > 0) warnings.push(`${loop.path}: edited by hand and ignored: ${edited.join(', ')}`);
  for (const node of view.refusedSkips) warnings.push(`ignored: a skip of ${node}, which the loop does not allow`);
  const { found, pin } = resolved;
  return found === 'today' ? warnings : [...warnings, oddGraphs[found](pin.name)];
}

const oddGraphs: Readonly<Record<Exclude<FoundGraph, 'today'>, (name: string) => string>> = {
  kept: (name) => `walks a kept copy of ${name} that differs from this version's`,
  'kept-alone': (name) => `walks a kept copy of ${name}: the loop itself cannot be read; see the-loop graph lint`,
  'stand-in': (name) => `the kept copy of its graph is lost: ${name} as it is today stands in for it`,
};

/** How a loop is opened. */
export interface OpenOptions {
  /** True for a verb that leads out of a lost copy of the graph. */
  readonly isCopyDispensable?: boolean;
}

/** Reads a loop, its graph and what follows from its facts. Refuses what `checkAddress` and `resolveGraph` refuse. */
export async function openLoop(context: VerbContext, input: VerbInput, options: OpenOptions = {}): Promise<OpenLoop> {
  const { settings } = context;
  const address = checkAddress(input.address, settings.originRepo);
  const loop = await context.store.load(address);
  const resolved = await resolveGraph(context.store, loop, {
    ...(context.graphs === undefined ? {} : { graphs: context.graphs }),
    hooks: context.hooks,
    asked: input.loop ?? '',
    ...options,
  });
  const { graph } = resolved;
  const view = viewState(graph, loop.state);
  return {
    address,
    ref: resolveRef(address, input.ref ?? '', settings),
    itemRef: resolveRef({ id: address.id }, address.pr === undefined ? (input.ref ?? '') : '', settings),
    loop,
    resolved,
    graph,
    state: loop.state,
    view,
    files: context.store.files(address.id),
    at: context.now(),
    warnings: warningsOf(loop, resolved, view),
  };
}

/** How events name the loop. */
export function eventNames(open: Pick<OpenLoop, 'address' | 'ref' | 'itemRef'>): {
  work_item: string;
  pull_request?: string;
} {
  const { address, ref, itemRef } = open;
  return address.pr === undefined ? { work_item: itemRef } : { work_item: itemRef, pull_request: ref };
}

/** The same loop after facts were planned: what an entry chain sees before anything is written. */
export function withState(open: OpenLoop, state: GraphState): OpenLoop {
  return { ...open, state, view: viewState(open.graph, state) };
}
