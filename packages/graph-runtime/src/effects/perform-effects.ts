import { type LoopAddress, LoopError, type PendingEffect } from '@the-loop/graph-core';
import { type VerbContext } from '../verbs/verb-context.ts';
import { type EffectResult } from './effect-performer.ts';
import { performLocally } from './local-effects.ts';

/** One write may take this long before the verb goes on without it. */
const patienceMs = 10_000;

function describe(error: unknown): string {
  if (error instanceof LoopError) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `it failed${code.length < 40 ? code : ''}`;
}

async function performOne(context: VerbContext, address: LoopAddress, pending: PendingEffect): Promise<EffectResult> {
  const { effect } = pending;
  if (effect.kind === 'log' || effect.kind === 'feedback') {
    await performLocally(context.store, address.id, { effect, at: pending.at });
    return { kind: 'done', done: { at: context.now() } };
  }
  const late = AbortSignal.timeout(patienceMs);
  const signal = context.signal === undefined ? late : AbortSignal.any([context.signal, late]);
  return context.performer.perform(address, pending, signal);
}

/** Carries out stored effects in their order. A failure is an answer, so that the others still run. */
export async function performEffects(
  context: VerbContext,
  address: LoopAddress,
  pending: readonly PendingEffect[],
): Promise<ReadonlyMap<string, EffectResult>> {
  const results = new Map<string, EffectResult>();
  for (const effect of pending) {
    try {
      results.set(effect.key, await performOne(context, address, effect));
    } catch (error) {
      results.set(effect.key, { kind: 'failed', error: describe(error) });
    }
  }
  return results;
}

/**
 * Carries out what an earlier verb stored. Each may have been done without being recorded, so its performer is told that it is not
 * the first try.
 */
export function retryEffects(
  context: VerbContext,
  address: LoopAddress,
  pending: readonly PendingEffect[],
): Promise<ReadonlyMap<string, EffectResult>> {
  const repeats = pending.map((effect) => ({ ...effect, attempts: Math.max(1, effect.attempts) }));
  return performEffects(context, address, repeats);
}
