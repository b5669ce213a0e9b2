import { formatRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Link, type RoutedEvent } from '@the-loop/router';

/** The event with the link `from` under the name `to`; one that is linked under both names keeps the link that was stated. */
export function renameLink(event: RoutedEvent, from: WorkItemRef, to: WorkItemRef): RoutedEvent {
  const rename = (link: Link): Link => (sameRef(link.ref, from) ? { ...link, ref: to } : link);
  const known = event.links.some((link) => sameRef(link.ref, to));
  const links = known ? event.links.filter((link) => !sameRef(link.ref, from)) : event.links.map(rename);
  // Whatever has moved has existed: a branch name did not invent it.
  const weak = event.weak.filter((text) => text.toLowerCase() !== formatRef(from).toLowerCase());
  return { ...event, links, weak };
}
