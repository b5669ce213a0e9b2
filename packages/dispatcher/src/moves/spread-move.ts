import { createHash } from 'node:crypto';
import { refKey } from '@the-loop/graph-core';
import { movedItemEvent, type RepositoryMove } from '@the-loop/router';
import { type DeliverySummary, type Inbox, type NewDelivery } from '@the-loop/store';
import { type Reason } from '../decide/reasons.ts';
import { type KnownRef } from '../records/refs-in.ts';
import { type SessionRecords } from '../records/session-records.ts';

/** What telling items of a move needs. */
export interface SpreadPorts {
  readonly inbox: Pick<Inbox, 'accept' | 'settle'>;
  readonly records: Pick<SessionRecords, 'refsIn'>;
}

/**
 * A repository moved: each of its items and pull requests that something is kept of gets a delivery of its own that says so,
 * and follows in its own lane. Told again, nothing more is stored. Answers false when the row is somebody else's by now.
 */
export async function spreadMove(
  { inbox, records }: SpreadPorts,
  row: DeliverySummary,
  move: RepositoryMove,
): Promise<boolean> {
  const known = await records.refsIn(move.from);
  if (known.length > 0) await inbox.accept(known.map((each) => deliveryFor(row, move, each)));
  const status = known.length > 0 ? 'settled' : 'dropped';
  const reason: Reason = known.length > 0 ? 'item-moved' : 'no-session';
  return inbox.settle(row.id, { status, reason, fence: row.fence });
}

function deliveryFor(row: DeliverySummary, move: RepositoryMove, { ref, kind }: KnownRef): NewDelivery {
  const { host, hook, source, receivedAt } = row;
  const { event, payload } = movedItemEvent(ref, kind, move);
  const body = Buffer.from(JSON.stringify(payload));
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  return { host, hook, guid: `${row.guid}/${refKey(ref)}`, event, source, receivedAt, body, bodyDigest };
}
