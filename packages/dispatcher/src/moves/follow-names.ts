import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type Records } from '@the-loop/store';
import { refsOf } from '../intake/refs-of.ts';
import { renameLink } from '../intake/rename-link.ts';
import { currentName, trailOf } from '../records/names.ts';

/**
 * The event with the names that its refs have today. An event that tells of a move keeps the names it tells of. So does one
 * of another repository that took the name of one that moved, as GitHub's ids tell.
 */
export async function followNames(records: Pick<Records, 'get'>, event: RoutedEvent): Promise<RoutedEvent> {
  if (event.move !== null) return event;
  let followed = event;
  for (const ref of refsOf(event)) {
    const to = await nameFor(records, event, ref);
    if (to !== null && !sameRef(to, ref)) followed = renamed(followed, ref, to);
  }
  return followed;
}

async function nameFor(
  records: Pick<Records, 'get'>,
  event: RoutedEvent,
  ref: WorkItemRef,
): Promise<WorkItemRef | null> {
  const trail = await trailOf(records, refKey(ref));
  if (trail === null) return null;
  const { repositoryId } = event;
  const isOwn = `${ref.owner}/${ref.repo}`.toLowerCase() === event.repository.toLowerCase();
  const isOther = isOwn && repositoryId !== null && trail.repositoryId !== null && repositoryId !== trail.repositoryId;
  return isOther ? null : currentName(records, ref);
}

function renamed(event: RoutedEvent, from: WorkItemRef, to: WorkItemRef): RoutedEvent {
  const { entity, pullRequest, comment } = event;
  const is = (ref: WorkItemRef | null): boolean => ref !== null && sameRef(ref, from);
  const about = is(entity.ref);
  return {
    ...renameLink(event, from, to),
    entity: about ? { ...entity, ref: to, number: to.number } : entity,
    pullRequest: is(pullRequest) ? to : pullRequest,
    comment: about && comment !== null ? { ...comment, on: formatRef(to) } : comment,
  };
}
