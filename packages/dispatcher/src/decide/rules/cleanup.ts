import { formatRef } from '@the-loop/graph-core';
import { acknowledged, explained } from '../acknowledgement.ts';
import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';
import { targetSession } from '../situation.ts';

const CONFIRMED = /(?:^|\s)--confirm(?:\s|$)/;

/** `cleanup` releases what the item holds here, also after its session ended. Unsaved work needs `--confirm`. */
export const cleanup: Rule = {
  name: 'cleanup',
  decide: (situation) => {
    if (situation.command !== 'cleanup' || situation.target === null) return null;
    const confirmed = CONFIRMED.test(situation.args);
    const { checkouts = 'absent' } = situation.snapshot;
    if (checkouts === 'unsaved' && !confirmed) return acts('work-unsaved', [], explained(situation, 'work-unsaved'));
    const item = formatRef(situation.target);
    const recorded = { kind: 'record-control', item, command: 'cleanup' } as const;
    const holdsNothing = targetSession(situation) === null && checkouts === 'absent';
    if (holdsNothing) return acts('nothing-to-clean', [recorded], acknowledged());
    return acts('item-cleaned', [recorded, { kind: 'cleanup', item, cause: 'command', confirmed }], acknowledged());
  },
};
