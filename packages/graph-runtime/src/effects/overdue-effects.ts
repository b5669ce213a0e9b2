import { isRemoteWrite, type PendingEffect, safeParseRef } from '@the-loop/graph-core';
import { type EffectResult } from './effect-performer.ts';

/** The host an effect is written to; empty for one that writes to none. */
function hostOf({ effect }: PendingEffect): string {
  if (!isRemoteWrite(effect)) return '';
  const ref = safeParseRef(effect.ref);
  return ref.ok ? ref.value.host.toLowerCase() : '';
}

/** What earlier verbs left waiting and is worth a try now: not at a host that has just failed. */
export function overdueEffects(
  pending: readonly PendingEffect[],
  results: ReadonlyMap<string, EffectResult>,
): readonly PendingEffect[] {
  const failing = new Set(pending.filter(({ key }) => results.get(key)?.kind === 'failed').map(hostOf));
  return pending.filter((effect) => !results.has(effect.key) && hostOf(effect) !== '' && !failing.has(hostOf(effect)));
}
