import { type Command } from './command/command.ts';
import { routedEvent } from './event/routed.ts';
import { type Link } from './evidence/link.ts';
import { readCandidate } from './guards/candidate.ts';
import { type DropReason } from './guards/drop-reason.ts';
import { dropReason, foreignCommand } from './guards/guards.ts';
import { type Delivery, type RouteContext } from './route-context.ts';
import { type EventActor, type RoutedEvent } from './routed-event.ts';

/** A delivery that is no input, with what is needed to say so. */
export interface Dropped {
  readonly kind: 'dropped';
  readonly reason: DropReason;
  readonly action: string;
  readonly actor: EventActor | null;
  /** The work items that it names; empty when it was dropped before they were read. */
  readonly links: readonly Link[];
  /** What somebody commanded under a login of ours without being us; absent when nobody did. */
  readonly attempted?: Command;
}

export type Routing = { readonly kind: 'routed'; readonly event: RoutedEvent } | Dropped;

/** Reasons that are found before anybody looks for work items. */
const BEFORE_LINKS: ReadonlySet<DropReason> = new Set([
  'disabled-event',
  'malformed-payload',
  'ignored-action',
  'unknown-host',
  'no-work-item',
]);

/**
 * Passes one delivery through the guards, whether it came by webhook or by polling. Pure and total: no payload makes
 * it throw, and the same delivery and context always give the same answer.
 */
export function route(delivery: Delivery, context: RouteContext): Routing {
  const candidate = readCandidate(delivery, context);
  // Without a repository there are no links, so the guards have dropped it; the last one says the same.
  const reason = dropReason(candidate) ?? (candidate.repository === null ? 'no-work-item' : null);
  if (reason === null && candidate.repository !== null) {
    return { kind: 'routed', event: routedEvent(candidate, candidate.repository) };
  }
  const dropped = reason ?? 'no-work-item';
  const links = BEFORE_LINKS.has(dropped) ? [] : candidate.links();
  const attempted = dropped === 'self-authored' ? foreignCommand(candidate) : null;
  return {
    kind: 'dropped',
    reason: dropped,
    action: candidate.payload.action,
    actor: candidate.actor,
    links,
    ...(attempted === null ? {} : { attempted }),
  };
}
