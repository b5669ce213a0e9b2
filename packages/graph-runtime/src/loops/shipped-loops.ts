import { type Graph, type GraphJSON, type LoopName, reviveGraph } from '@the-loop/graph-core';
import adhoc from '../shipped/pdlc-adhoc-loop.generated.json' with { type: 'json' };
import contribution from '../shipped/pdlc-contribution-loop.generated.json' with { type: 'json' };
import pullRequest from '../shipped/pdlc-pr-loop.generated.json' with { type: 'json' };
import workItem from '../shipped/pdlc-work-item-loop.generated.json' with { type: 'json' };

/** A graph with its digest, which is known without computing it again. */
export interface LoadedLoop {
  readonly graph: Graph;
  readonly digest: string;
}

/** Written by `compile-loops.ts` from a loop that was judged there; a test holds the two together. */
interface CompiledLoop {
  readonly digest: string;
  readonly graph: GraphJSON;
}

const shipped: Readonly<Record<LoopName, CompiledLoop>> = {
  'pdlc-work-item-loop': workItem as CompiledLoop,
  'pdlc-pr-loop': pullRequest as CompiledLoop,
  'pdlc-contribution-loop': contribution as CompiledLoop,
  'pdlc-adhoc-loop': adhoc as CompiledLoop,
};

/** What an item walks when nobody says otherwise. */
export const defaultLoop: LoopName = 'pdlc-work-item-loop';
/** What every pull request walks. */
export const innerLoop: LoopName = 'pdlc-pr-loop';

/** The names of the shipped loops. */
export const loopNames = Object.keys(shipped) as readonly LoopName[];

/** Whether the name is one of a shipped loop. */
export function isLoopName(name: string): name is LoopName {
  return Object.hasOwn(shipped, name);
}

const loaded = new Map<LoopName, LoadedLoop>();

/** A shipped loop, revived once per process. */
export function loadShippedLoop(name: LoopName): Promise<LoadedLoop> {
  const { digest, graph } = shipped[name];
  const loop = loaded.get(name) ?? { digest, graph: reviveGraph(graph) };
  loaded.set(name, loop);
  return Promise.resolve(loop);
}
