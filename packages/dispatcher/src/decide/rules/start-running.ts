import { formatRef } from '@the-loop/graph-core';
import { acknowledged } from '../acknowledgement.ts';
import { isSpawning } from '../command-class.ts';
import { acts } from '../decision.ts';
import { isLive } from '../ownership.ts';
import { type Rule } from '../rule.ts';
import { targetSession } from '../situation.ts';

/** `start`, `contribute` and `do` on a live item: recorded, and a paused one goes on. Never a second session. */
export const startRunning: Rule = {
  name: 'start-running',
  decide: (situation) => {
    const session = targetSession(situation);
    if (situation.command === null || !isSpawning(situation.command) || session === null || !isLive(session)) {
      return null;
    }
    const item = formatRef(session.item);
    const recorded = { kind: 'record-control', item, command: situation.command } as const;
    if (session.record.status !== 'paused') return acts('already-running', [recorded], acknowledged());
    return acts('session-resumed', [recorded, { kind: 'resume', item }], acknowledged());
  },
};
