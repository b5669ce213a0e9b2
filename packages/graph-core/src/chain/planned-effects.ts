import { type LoopAddress } from '../hook/hook.ts';
import { repoStateKey } from '../refs/repo-state-key.ts';
import { type PlannedEffect } from '../verbs/plan.ts';
import { type ChainOutcome } from './chain-outcome.ts';

/** The effects a chain asks for, in the order of its hooks. Those of a hook that runs twice are numbered. */
export function plannedEffects(outcome: ChainOutcome): PlannedEffect[] {
  const count = new Map<string, number>();
  return outcome.results.flatMap(({ hook, result }) =>
    (result.effects ?? []).map((effect): PlannedEffect => {
      const index = count.get(hook) ?? 0;
      count.set(hook, index + 1);
      return { hook, node: outcome.node, boundary: outcome.boundary, effect, index };
    }),
  );
}

/** The part of a key that says which loop of the item it is. */
function loopOf({ id, pr, prRepo }: LoopAddress): string {
  if (pr === undefined) return id;
  const repository = prRepo === undefined || prRepo === '' ? '' : `${repoStateKey(prRepo)}/`;
  return `${id}/${repository}pr-${pr}`;
}

/**
 * The key of an effect: `<item>[/<inner loop>]/<node>#<entry>/<boundary>/<hook>[/<n>]`. `entry` counts the entries of the
 * node. The same occurrence always has the same key, so storing it twice stores it once.
 */
export function effectKey(address: LoopAddress, planned: PlannedEffect, entry: number): string {
  const index = planned.index ?? 0;
  const base = `${loopOf(address)}/${planned.node}#${entry}/${planned.boundary}/${planned.hook}`;
  return index === 0 ? base : `${base}/${index}`;
}
