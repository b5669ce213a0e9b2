import { type PendingEffect } from '@the-loop/graph-core';
import { type Degraded } from '../verbs/verb-context.ts';
import { type EffectResult } from './effect-performer.ts';

/** Effects that are done except for a part that nobody tries again. */
export function degradedOf(
  ended: readonly PendingEffect[],
  results: ReadonlyMap<string, EffectResult>,
): readonly Degraded[] {
  return ended.flatMap(({ key, node, hook }) => {
    const result = results.get(key);
    return result?.kind === 'done' && result.degraded !== undefined ? [{ node, hook, error: result.degraded }] : [];
  });
}
