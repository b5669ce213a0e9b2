import { formatRef, sameRef } from '@the-loop/graph-core';
import { acts, drops } from '../decision.ts';
import { type Rule } from '../rule.ts';

/** A transferred issue keeps its session under its new name. */
export const moved: Rule = {
  name: 'moved',
  decide: ({ event, snapshot }) => {
    if (event.treatment !== 'moved') return null;
    const from = event.entity.ref;
    const to = event.movedTo;
    if (from === null || to === null) return drops('no-news');
    if (!snapshot.sessions.some((session) => sameRef(session.item, from))) return drops('no-session');
    return acts('item-moved', [{ kind: 'rekey', item: formatRef(from), to: formatRef(to) }]);
  },
};
