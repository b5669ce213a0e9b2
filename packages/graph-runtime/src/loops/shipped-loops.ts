import { type Graph, type GraphJSON, type LoopName, reviveGraph } from '@the-loop/graph-core';

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

const shipped = {
  'pdlc-work-item-loop': () => import('../shipped/pdlc-work-item-loop.generated.json', { with: { type: 'json' } }),
  'pdlc-pr-loop': () => import('../shipped/pdlc-pr-loop.generated.json', { with: { type: 'json' } }),
  'pdlc-contribution-loop': () =>
    import('../shipped/pdlc-contribution-loop.generated.json', { with: { type: 'json' } }),
  'pdlc-adhoc-loop': () => import('../shipped/pdlc-adhoc-loop.generated.json', { with: { type: 'json' } }),
} satisfies Record<LoopName, () => Promise<unknown>>;

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

const loaded = new Map<LoopName, Promise<LoadedLoop>>();

async function readShipped(name: LoopName): Promise<LoadedLoop> {
  const { digest, graph } = (await shipped[name]()).default as CompiledLoop;
  return { digest, graph: reviveGraph(graph) };
}

/** A shipped loop, read once per process. */
export function loadShippedLoop(name: LoopName): Promise<LoadedLoop> {
  const known = loaded.get(name) ?? readShipped(name);
  loaded.set(name, known);
  return known;
}
