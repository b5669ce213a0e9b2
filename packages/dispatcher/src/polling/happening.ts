import { createHash } from 'node:crypto';
import { type LoopEvent } from '@the-loop/events';
import { type WorkItemRef } from '@the-loop/graph-core';
import { type NewDelivery } from '@the-loop/store';

/** A delivery of polling's own. */
export interface Notice {
  /** GitHub's event name. */
  readonly event: string;
  /** Equal for the same happening, whenever it is read. */
  readonly guid: string;
  readonly on: Pick<WorkItemRef, 'host'>;
  readonly payload: object;
  /** Said once it is stored for the first time. */
  readonly told?: LoopEvent;
}

/** Something that happened on GitHub and that a webhook would have told in this shape. */
export interface Happening extends Notice {
  readonly on: WorkItemRef;
  /** ISO 8601: when it happened, as near as GitHub tells. */
  readonly at: string;
  /** Order within one second: what starts comes before what is said, and what ends comes last. */
  readonly rank: number;
  /** Order within one rank: GitHub's id of what was said, which grows; 0 for the rest. */
  readonly order: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Of an item's own events: the key by which the lane knows the same happening. Words are known by it there alone. */
  readonly logicalKey?: string;
  /** It asks for a session by itself: the arming label was added. */
  readonly arms?: boolean;
}

/** Ranks of happenings within one second. */
export const RANK = { opened: 0, changed: 1, said: 2, edited: 3, pullEnded: 4, ticketEnded: 5 } as const;

/** The hook that polled deliveries name as theirs. */
const POLL_HOOK = 'poll';

/** Oldest first. */
export function inOrder(happenings: readonly Happening[]): readonly Happening[] {
  return [...happenings].sort((one, other) => {
    return Date.parse(one.at) - Date.parse(other.at) || one.rank - other.rank || one.order - other.order;
  });
}

/** A notice as the inbox takes it. */
export function toDelivery({ event, guid, on, payload }: Notice, receivedAt: number): NewDelivery {
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  return { host: on.host, hook: POLL_HOOK, guid, event, source: 'poll', receivedAt, body, bodyDigest };
}

/** A short name of a text for ids: its digest, so that no text of others becomes part of one. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
