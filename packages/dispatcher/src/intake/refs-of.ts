import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';

/** Every ref an event names: its links, its entity, its pull request and the ends of a move, each once. */
export function refsOf(event: RoutedEvent): readonly WorkItemRef[] {
  const ends = event.move === null ? [] : [event.move.from, event.move.to];
  const all = [...event.links.map((link) => link.ref), event.pullRequest, event.entity.ref, ...ends];
  return uniqueRefs(all.filter((ref) => ref !== null));
}

/** Each of them once, as it was written first. */
export function uniqueRefs(refs: readonly WorkItemRef[]): readonly WorkItemRef[] {
  const unique = new Map<string, WorkItemRef>();
  for (const ref of refs) if (!unique.has(refKey(ref))) unique.set(refKey(ref), ref);
  return [...unique.values()];
}
