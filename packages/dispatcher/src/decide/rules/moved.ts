import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { repositoryIdOf } from '@the-loop/sessions';
import { isOfEvent, isOther } from '../../records/repository-ids.ts';
import { acts, drops } from '../decision.ts';
import { type Effect } from '../effect.ts';
import { owns } from '../ownership.ts';
import { type Rule } from '../rule.ts';
import { type KnownSession } from '../snapshot.ts';

/**
 * What has another name keeps everything under it; an agent is told nothing. An issue that nothing is kept of is a new one. What
 * is kept of another repository that had the name before, as GitHub's ids tell, does not move with it.
 */
export const moved: Rule = {
  name: 'moved',
  decide: ({ event, snapshot }) => {
    if (event.move === null) return null;
    const { from, to, of } = event.move;
    const owners = snapshot.sessions.filter((session) => owns(session, from));
    const items = owners.filter((session) => !isOthers(session, from, event)).map(({ item }) => item);
    if (items.length === 0 && snapshot.sessions.some(({ item }) => sameRef(item, to))) return drops('no-news');
    const isCommanded = snapshot.control[refKey(from)] !== undefined;
    const known = isCommanded && owners.length === 0 ? [from] : items;
    const rekey = { from: formatRef(from), to: formatRef(to), of };
    if (known.length > 0) {
      const effects = known.map((item): Effect => ({ kind: 'rekey', item: formatRef(item), ...rekey }));
      return acts('item-moved', effects);
    }
    return event.treatment === 'moved' ? drops('no-session') : null;
  },
};

function isOthers({ record }: KnownSession, from: WorkItemRef, event: RoutedEvent): boolean {
  return isOfEvent(from, event) && isOther(repositoryIdOf(record, from), event.repositoryId);
}
