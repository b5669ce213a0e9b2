import { formatRef, sameRef } from '@the-loop/graph-core';
import { acknowledged, explained, nearMissHint } from '../acknowledgement.ts';
import { isSpawning } from '../command-class.ts';
import { acts, type Decision, drops } from '../decision.ts';
import { type Effect } from '../effect.ts';
import { type Rule } from '../rule.ts';
import { type Situation } from '../situation.ts';
import { type SpawnRefusal, spawnRefusal } from '../spawn-refusal.ts';

/** No live record answers: the event starts its target, if it may. */
export const unmatched: Rule = {
  name: 'unmatched',
  decide: (situation) => {
    const { treatment } = situation.event;
    if (treatment !== 'speech' && treatment !== 'notice' && treatment !== 'arming') return drops('no-session');
    const refusal = spawnRefusal(situation);
    return refusal === null ? spawns(situation) : refuses(situation, refusal);
  },
};

function refuses(situation: Situation, reason: SpawnRefusal): Decision {
  if (reason === 'state-unknown') return { reason, effects: [], replies: [], settle: 'retry' };
  if (situation.command !== null) return acts(reason, [], explained(situation, reason));
  return { ...drops(reason), replies: nearMissHint(situation) };
}

function spawns(situation: Situation): Decision {
  const { event, command, target } = situation;
  if (target === null) return drops('no-work-item');
  const item = formatRef(target);
  const effects: Effect[] = [];
  const starting = isSpawning(command) ? command : null;
  if (starting !== null) effects.push({ kind: 'record-control', item, command: starting });
  effects.push({ kind: 'spawn', item, command: starting });
  if (event.pullRequest !== null && !sameRef(event.pullRequest, target)) {
    effects.push({ kind: 'bind', item, pullRequest: formatRef(event.pullRequest) });
  }
  return acts('session-spawned', effects, acknowledged());
}
