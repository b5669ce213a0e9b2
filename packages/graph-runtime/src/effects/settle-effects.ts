import { type GraphState, type LoopAddress } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { eventNames, openLoop } from '../verbs/open-loop.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { type EffectResult } from './effect-performer.ts';

const maxAttempts = 5;

function settled(state: GraphState, results: ReadonlyMap<string, EffectResult>): GraphState {
  const done = { ...state.done };
  const pending = state.pending.flatMap((effect) => {
    const result = results.get(effect.key);
    if (result === undefined || result.kind === 'deferred') return [effect];
    if (result.kind === 'failed') return [{ ...effect, attempts: effect.attempts + 1, lastError: result.error }];
    done[effect.key] = result.done;
    return [];
  });
  return { ...state, pending, done };
}

function changesNothing(state: GraphState, results: ReadonlyMap<string, EffectResult>): boolean {
  return state.pending.every(({ key }) => (results.get(key)?.kind ?? 'deferred') === 'deferred');
}

/** Records what became of effects. Those that are no longer waiting are left alone. Throws `VERB_REFUSED_CONFLICT`. */
export async function settleEffects(
  context: VerbContext,
  address: LoopAddress,
  results: ReadonlyMap<string, EffectResult>,
): Promise<GraphState> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const open = await openLoop(context, { address });
    if (changesNothing(open.state, results)) return open.state;
    const state = settled(open.state, results);
    const { graph, loop, at } = open;
    const outcome = await context.store.commit(open.address, loop.revision, { state, graph, at });
    if (outcome.kind === 'committed') return state;
  }
  throw runtimeError(
    'VERB_REFUSED_CONFLICT',
    `${address.id}: other programs kept writing; what was done could not be recorded`,
  );
}

/**
 * Records what became of one effect: for a service that carries effects out itself. What it could not do is told once.
 * Throws `VERB_REFUSED_CONFLICT`.
 */
export async function settleEffect(
  context: VerbContext,
  address: LoopAddress,
  settled: { readonly key: string; readonly result: EffectResult },
): Promise<void> {
  const before = await openLoop(context, { address });
  await settleEffects(context, address, new Map([[settled.key, settled.result]]));
  const pending = before.state.pending.find(({ key }) => key === settled.key);
  const { result } = settled;
  if (pending === undefined || result.kind !== 'done' || result.degraded === undefined) return;
  const { node, hook } = pending;
  context.emit({ event: 'graph.hook_degraded', ...eventNames(before), node, hook, error: result.degraded });
}
