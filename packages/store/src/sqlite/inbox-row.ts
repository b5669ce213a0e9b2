import { type Selectable } from 'kysely';
import { decodeJson } from '../json.ts';
import { type DeliverySummary } from '../ports/inbox.ts';
import { type Tables } from './tables.ts';

/** A row of the inbox as it is stored. */
export type InboxRow = Selectable<Tables['inbox']>;

/** What gives a claim back. */
export const unclaimed = { claimed_by: null, lease_until: 0 };

export function toId({ id }: Pick<InboxRow, 'id'>): number {
  return id;
}

export function toSummary(row: InboxRow): DeliverySummary {
  return {
    id: row.id,
    host: row.host,
    hook: row.hook,
    guid: row.guid,
    event: row.event,
    source: row.source,
    receivedAt: row.received_at,
    bodyDigest: row.body_digest,
    bytes: row.bytes,
    status: row.status,
    lane: row.lane,
    logicalKey: row.logical_key,
    decision: row.decision === null ? null : decodeJson(row.decision),
    reason: row.reason,
    attempts: row.attempts,
    notBefore: row.not_before,
    error: row.error,
    finishedAt: row.finished_at,
    fence: row.fence,
    claimedBy: row.claimed_by,
    leaseUntil: row.lease_until,
  };
}
