import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { isLive } from './ownership.ts';
import { type KnownSession } from './snapshot.ts';

/**
 * The refs whose existence is to be asked: those that only a branch name supports, and only when no live record
 * answers. A matched record decides who owns the event; a ghost beside it is inert.
 */
export function refsToVerify(event: RoutedEvent, sessions: readonly KnownSession[]): readonly WorkItemRef[] {
  if (event.weak.length === 0 || sessions.some(isLive)) return [];
  const weak = new Set(event.weak.map((ref) => ref.toLowerCase()));
  return event.links.map((link) => link.ref).filter((ref) => weak.has(formatRef(ref).toLowerCase()));
}
