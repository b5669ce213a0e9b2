import { type Hook, type HookContext, type HookRegistry, type HookResult, LOOP_NAMES } from '@the-loop/graph-core';
import { loadLoop } from '../loops/load-loop.ts';

type Run = (context: HookContext) => HookResult | Promise<HookResult>;

/** One hook with nothing special about it. */
export function plainHook(name: string, run: Run, changes: Partial<Hook> = {}): Hook {
  return {
    name,
    capability: 'pure',
    outcomes: [],
    dataKeys: [],
    timeoutMs: 1_000,
    checkParams: () => [],
    run,
    ...changes,
  };
}

/**
 * Every hook name of the shipped loops, each passing without a word, except for those given. Lets a test of the
 * runtime say what a gate answers without depending on how the real one decides.
 */
export async function plainHooks(runs: Readonly<Record<string, Run>> = {}): Promise<HookRegistry> {
  const graphs = await Promise.all(LOOP_NAMES.map((name) => loadLoop(name)));
  const names = graphs.flatMap(({ nodes }) =>
    nodes.flatMap(({ entry, exit }) => [...entry, ...exit].map(({ hook }) => hook)),
  );
  const all = [...new Set([...names, ...Object.keys(runs)])];
  return new Map(all.map((name) => [name, plainHook(name, runs[name] ?? (() => ({ status: 'pass' })))]));
}
