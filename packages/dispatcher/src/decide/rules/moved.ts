import { formatRef, refKey, sameRef } from '@the-loop/graph-core';
import { acts, drops } from '../decision.ts';
import { type Effect } from '../effect.ts';
import { owns } from '../ownership.ts';
import { type Rule } from '../rule.ts';

/** What has another name keeps everything under it; an agent is told nothing. An issue that nothing is kept of is a new one. */
export const moved: Rule = {
  name: 'moved',
  decide: ({ event, snapshot }) => {
    if (event.move === null) return null;
    const { from, to, of } = event.move;
    const items = snapshot.sessions.filter((session) => owns(session, from)).map(({ item }) => item);
    if (items.length === 0 && snapshot.sessions.some(({ item }) => sameRef(item, to))) return drops('no-news');
    const isCommanded = snapshot.control[refKey(from)] !== undefined;
    const known = isCommanded && items.length === 0 ? [from] : items;
    const rekey = { from: formatRef(from), to: formatRef(to), of };
    if (known.length > 0) {
      const effects = known.map((item): Effect => ({ kind: 'rekey', item: formatRef(item), ...rekey }));
      return acts('item-moved', effects);
    }
    return event.treatment === 'moved' ? drops('no-session') : null;
  },
};
