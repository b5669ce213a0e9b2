import { formatRef } from '@the-loop/graph-core';
import { acknowledged } from '../acknowledgement.ts';
import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';
import { targetSession } from '../situation.ts';

/** `pause` disarms, so it is recorded even when nothing runs. */
export const pause: Rule = {
  name: 'pause',
  decide: (situation) => {
    if (situation.command !== 'pause' || situation.target === null) return null;
    const item = formatRef(situation.target);
    const recorded = { kind: 'record-control', item, command: 'pause' } as const;
    if (targetSession(situation)?.record.status !== 'active')
      return acts('nothing-to-pause', [recorded], acknowledged());
    return acts('session-held', [recorded, { kind: 'pause', item }], acknowledged());
  },
};
