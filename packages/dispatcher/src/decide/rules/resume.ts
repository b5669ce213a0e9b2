import { formatRef } from '@the-loop/graph-core';
import { acknowledged, explained } from '../acknowledgement.ts';
import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';
import { targetSession } from '../situation.ts';

/** `resume` wakes a paused session and arms nothing else: refused, it leaves no record. */
export const resume: Rule = {
  name: 'resume',
  decide: (situation) => {
    if (situation.command !== 'resume') return null;
    const session = targetSession(situation);
    if (session?.record.status !== 'paused') {
      return acts('nothing-to-resume', [], explained(situation, 'nothing-to-resume'));
    }
    const item = formatRef(session.item);
    return acts(
      'session-resumed',
      [
        { kind: 'record-control', item, command: 'resume' },
        { kind: 'resume', item },
      ],
      acknowledged(),
    );
  },
};
