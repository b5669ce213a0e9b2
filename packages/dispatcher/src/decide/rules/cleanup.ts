import { formatRef } from '@the-loop/graph-core';
import { acknowledged } from '../acknowledgement.ts';
import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';
import { targetSession } from '../situation.ts';

const CONFIRMED = /(?:^|\s)--confirm(?:\s|$)/;

/** `cleanup` releases what the item holds here, also after its session ended. Unsaved work needs `--confirm`. */
export const cleanup: Rule = {
  name: 'cleanup',
  decide: (situation) => {
    if (situation.command !== 'cleanup' || situation.target === null) return null;
    const item = formatRef(situation.target);
    const recorded = { kind: 'record-control', item, command: 'cleanup' } as const;
    if (targetSession(situation) === null) return acts('nothing-to-clean', [recorded], acknowledged());
    const confirmed = CONFIRMED.test(situation.args);
    return acts('item-cleaned', [recorded, { kind: 'cleanup', item, cause: 'command', confirmed }], acknowledged());
  },
};
