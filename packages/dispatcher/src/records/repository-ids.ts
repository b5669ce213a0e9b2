import { type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';

/** Whether a ref is in the repository that the event came from, whose id the event tells. */
export function isOfEvent(ref: WorkItemRef, event: Pick<RoutedEvent, 'host' | 'repository'>): boolean {
  const name = `${ref.host}/${ref.owner}/${ref.repo}`;
  return name.toLowerCase() === `${event.host}/${event.repository}`.toLowerCase();
}

/** Two repositories, as GitHub's ids tell. Where either id is not known, they count as one: nothing tells them apart. */
export function isOther(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}
