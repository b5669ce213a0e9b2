import { formatRef } from '@the-loop/graph-core';
import { acknowledged } from '../acknowledgement.ts';
import { acts } from '../decision.ts';
import { isLive } from '../ownership.ts';
import { type Rule } from '../rule.ts';
import { targetSession } from '../situation.ts';

/** `stop` ends every conversation of the item, keeps its checkout, and is recorded even when nothing runs. */
export const stop: Rule = {
  name: 'stop',
  decide: (situation) => {
    if (situation.command !== 'stop' || situation.target === null) return null;
    const item = formatRef(situation.target);
    const recorded = { kind: 'record-control', item, command: 'stop' } as const;
    const session = targetSession(situation);
    if (session === null || !isLive(session)) return acts('nothing-to-stop', [recorded], acknowledged());
    return acts('session-stopped', [recorded, { kind: 'close', item, cause: 'stop', forget: false }], acknowledged());
  },
};
