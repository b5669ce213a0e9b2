import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Closing } from '@the-loop/router';
import { type Decision, drops } from '../decision.ts';
import { deferralCause } from '../deferral-cause.ts';
import { type Effect } from '../effect.ts';
import { hasOpenBinding, isLive } from '../ownership.ts';
import { type Reason } from '../reasons.ts';
import { type Reply } from '../reply.ts';
import { type Rule } from '../rule.ts';
import { type Situation } from '../situation.ts';
import { type KnownSession } from '../snapshot.ts';

interface Ending {
  readonly reason: Reason;
  readonly effects: readonly Effect[];
  readonly replies: readonly Reply[];
}

/**
 * Something ended. It ends only the work item that it is itself, never starts anything, and destroys only what an
 * authorized person closed.
 */
export const closing: Rule = {
  name: 'closing',
  decide: (situation) => {
    const { closing: how, entity } = situation.event;
    if (how === null) return null;
    const ended = entity.ref;
    if (ended === null) return drops('item-not-named');
    const endings = affected(situation, ended).map((session) => ending({ situation, session, ended, how }));
    if (endings.length === 0) return drops('no-session');
    return combine(endings);
  },
};

/** Live owners; and closed records that still wait for the end of a bound pull request. */
function affected({ matched, snapshot }: Situation, ended: WorkItemRef): readonly KnownSession[] {
  const waiting = snapshot.sessions.filter((session) => !isLive(session) && hasOpenBinding(session, ended));
  return [...matched, ...waiting];
}

interface EndingInput {
  readonly situation: Situation;
  readonly session: KnownSession;
  readonly ended: WorkItemRef;
  readonly how: Closing;
}

function ending(input: EndingInput): Ending {
  const { situation, session, ended } = input;
  if (!sameRef(session.item, ended)) return endsLinked(input);
  const { closer, progress } = situation.snapshot;
  if (input.how !== 'issue-closed' || closer === 'person') return endsItem(input);
  const terminal = progress[refKey(session.item)]?.terminal ?? 'unknown';
  // A finished item ends whoever closed it.
  if (terminal === true) return endsItem(input);
  if (terminal === 'unknown' || closer === 'unknown') return { reason: 'state-unknown', effects: [], replies: [] };
  // GitHub closes a ticket when a pull request that names it is merged: that is no decision about the process.
  return keepsItem(input);
}

function endsItem({ situation, session, how }: EndingInput): Ending {
  const { event } = situation;
  const item = formatRef(session.item);
  const close: Effect = { kind: 'close', item, cause: how, forget: true };
  if (event.actorAuthorized) {
    return {
      reason: 'item-ended',
      effects: [close, { kind: 'cleanup', item, cause: how, confirmed: false }],
      replies: [],
    };
  }
  return {
    reason: 'item-ended-checkout-kept',
    effects: [close, { kind: 'defer-cleanup', item, why: deferralCause(event), closing: how }],
    replies: [],
  };
}

function keepsItem({ session, ended, how }: EndingInput): Ending {
  const item = formatRef(session.item);
  const text =
    'GitHub closed this ticket because of a merge or commit, but its process is not finished, so work on it goes on. ' +
    'Comment `the-loop stop` to end it here.';
  return {
    reason: 'closed-by-merge',
    effects: [{ kind: 'keep-open', item, closed: formatRef(ended), closing: how }],
    replies: [{ kind: 'comment', on: item, purpose: 'hint', topic: 'closed-by-merge', text, once: 'delivery' }],
  };
}

function endsLinked({ session, ended, how }: EndingInput): Ending {
  const item = formatRef(session.item);
  const pullRequest = formatRef(ended);
  const keep: readonly Effect[] = isLive(session)
    ? [{ kind: 'keep-open', item, closed: pullRequest, closing: how }]
    : [];
  if (!hasOpenBinding(session, ended)) return { reason: 'linked-item-kept', effects: keep, replies: [] };
  const close: Effect = { kind: 'close-endpoint', item, pullRequest, merged: how === 'pr-merged' };
  return { reason: 'pull-request-ended', effects: [close, ...keep], replies: [] };
}

/** The gravest reason names the whole; one unanswered question holds everything back. */
const GRAVITY: readonly Reason[] = [
  'state-unknown',
  'item-ended',
  'item-ended-checkout-kept',
  'closed-by-merge',
  'pull-request-ended',
  'linked-item-kept',
];

function combine(endings: readonly Ending[]): Decision {
  const reason = GRAVITY.find((each) => endings.some((ending) => ending.reason === each)) ?? 'linked-item-kept';
  if (reason === 'state-unknown') return { reason, effects: [], replies: [], settle: 'retry' };
  return {
    reason,
    effects: endings.flatMap((each) => each.effects),
    replies: endings.flatMap((each) => each.replies),
    settle: 'settled',
  };
}
