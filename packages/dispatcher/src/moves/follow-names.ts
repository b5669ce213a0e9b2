import { formatRef, parseRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type Records } from '@the-loop/store';
import * as v from 'valibot';
import { refsOf } from '../intake/refs-of.ts';
import { renameLink } from '../intake/rename-link.ts';
import { currentName, LONGEST, type Trail, trailOf } from '../records/names.ts';
import { isOfEvent, isOther } from '../records/repository-ids.ts';

/**
 * The event with the names that its refs have today. An event that tells of a move keeps the names it tells of. So does one
 * of another repository that took the name of one that moved, as GitHub's ids tell; where the event or what is kept of the
 * item has no id, nothing tells the two apart, and the event is followed.
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
  if (isOfEvent(ref, event) && isOther(await idBehind(records, trail), event.repositoryId)) return null;
  return currentName(records, ref);
}

/** Where it was not known when the name changed, what was told of the item since then, as long as it is in that repository. */
async function idBehind(
  records: Pick<Records, 'get'>,
  { repositoryId, of, to }: Trail,
  steps = LONGEST,
): Promise<number | null> {
  if (repositoryId !== null) return repositoryId;
  if (of !== 'repository' || steps === 0) return null;
  const key = refKey(parseRef(to));
  const next = await trailOf(records, key);
  return next === null ? toldOf((await records.get('session', key))?.value) : idBehind(records, next, steps - 1);
}

function toldOf(session: unknown): number | null {
  return v.is(ToldSchema, session) ? session.repositoryId : null;
}

const ToldSchema = v.object({ repositoryId: v.number() });

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
