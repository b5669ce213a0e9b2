import { type GraphState, type LoopAddress, type PendingEffect } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { type OpenLoop, openLoop } from '../verbs/open-loop.ts';
import { tellDegraded } from '../verbs/tell-degraded.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { degradedOf } from './degraded-of.ts';
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

function endedBy(pending: readonly PendingEffect[], results: ReadonlyMap<string, EffectResult>): PendingEffect[] {
  return pending.filter(({ key }) => results.get(key)?.kind === 'done');
}

function changesNothing(state: GraphState, results: ReadonlyMap<string, EffectResult>): boolean {
  return state.pending.every(({ key }) => (results.get(key)?.kind ?? 'deferred') === 'deferred');
}

/** What was recorded of effects. */
export interface Settlement {
  /** The loop as it was read. */
  readonly open: OpenLoop;
  readonly state: GraphState;
  /** What waited until now and is done: of several that settle one effect, one alone has it. */
  readonly ended: readonly PendingEffect[];
}

/** Records what became of effects. Those that are no longer waiting are left alone. Throws `VERB_REFUSED_CONFLICT`. */
export async function settleEffects(
  context: VerbContext,
  address: LoopAddress,
  results: ReadonlyMap<string, EffectResult>,
): Promise<Settlement> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const open = await openLoop(context, { address });
    if (changesNothing(open.state, results)) return { open, state: open.state, ended: [] };
    const state = settled(open.state, results);
    const { graph, loop, at } = open;
    const outcome = await context.store.commit(open.address, loop.revision, { state, graph, at });
    if (outcome.kind === 'committed') return { open, state, ended: endedBy(open.state.pending, results) };
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
  const results = new Map([[settled.key, settled.result]]);
  const { open, ended } = await settleEffects(context, address, results);
  tellDegraded(context, open, degradedOf(ended, results));
}
