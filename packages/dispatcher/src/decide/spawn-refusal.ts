import { refKey } from '@the-loop/graph-core';
import { isArming, isSpawning } from './command-class.ts';
import { type Situation } from './situation.ts';

export type SpawnRefusal = 'spawn-policy' | 'no-work-item' | 'awaiting-start' | 'state-unknown';

/**
 * Why the event may not start its target; null when it may. Being armed is asked first: an unarmed item's start is
 * refused before anything is recorded. `state-unknown`: GitHub is asked again.
 */
export function spawnRefusal(situation: Situation): SpawnRefusal | null {
  const armed = isArmed(situation);
  if (armed === 'unknown') return 'state-unknown';
  if (!armed) return 'spawn-policy';
  if (situation.target === null) return 'no-work-item';
  return startIsMissing(situation) ? 'awaiting-start' : null;
}

function isArmed({ event, snapshot }: Situation): boolean | 'unknown' {
  switch (snapshot.policy.spawn) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'labeled':
      return event.labeled || (snapshot.targetLabeled ?? false);
    case 'commanded':
      return snapshot.policy.controlEnabled;
  }
}

function startIsMissing(situation: Situation): boolean {
  const { policy } = situation.snapshot;
  const startMatters = policy.spawn === 'commanded' || (policy.controlEnabled && policy.requireStart);
  return startMatters && !isSpawning(situation.command) && !startWasAsked(situation);
}

function startWasAsked({ target, snapshot }: Situation): boolean {
  return target !== null && isArming(snapshot.control[refKey(target)]);
}
