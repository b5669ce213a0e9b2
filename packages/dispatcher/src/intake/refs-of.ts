import { sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';

/** Every ref an event names: its links, its entity, its pull request and the ends of a move, each once. */
export function refsOf(event: RoutedEvent): readonly WorkItemRef[] {
  const ends = event.move === null ? [] : [event.move.from, event.move.to];
  const all = [...event.links.map((link) => link.ref), event.pullRequest, event.entity.ref, ...ends];
  const refs: WorkItemRef[] = [];
  for (const ref of all) {
    if (ref !== null && !refs.some((each) => sameRef(each, ref))) refs.push(ref);
  }
  return refs;
}
