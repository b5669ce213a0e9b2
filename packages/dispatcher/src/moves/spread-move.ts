import { createHash } from 'node:crypto';
import { refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { movedItemEvent, type RefMove, type RepositoryMove } from '@the-loop/router';
import { type DeliverySummary, type Inbox, type NewDelivery } from '@the-loop/store';
import { type Reason } from '../decide/reasons.ts';
import { type KnownRef } from '../records/refs-in.ts';
import { isOther } from '../records/repository-ids.ts';
import { type SessionRecords } from '../records/session-records.ts';

/** What telling items of a move needs. */
export interface SpreadPorts {
  readonly inbox: Pick<Inbox, 'accept' | 'settle'>;
  readonly records: Pick<SessionRecords, 'refsIn' | 'announce'>;
}

/**
 * A repository moved: each of its items and pull requests that something is kept of gets a delivery of its own that says so,
 * and follows in its own lane. Deliveries that use the new name before may be ahead of it, so the move is announced first.
 * So is whatever rows name that wait meanwhile: when they are done, something may be kept of it. What is kept of another
 * repository that had the name, as GitHub's ids tell, is told nothing.
 * Told again, nothing more is stored. Answers false when the row is somebody else's by now.
 */
export async function spreadMove(
  { inbox, records }: SpreadPorts,
  row: DeliverySummary,
  { named, ...move }: RepositoryMove & { readonly named: readonly WorkItemRef[] },
): Promise<boolean> {
  const kept = await records.refsIn(move.from);
  const coming = named.filter((ref) => !kept.some((each) => sameRef(each.ref, ref)));
  const known = [
    ...kept.filter(({ repositoryId }) => !isOther(repositoryId, move.id)),
    ...coming.map((ref): KnownRef => ({ ref, kind: 'issue', repositoryId: null })),
  ];
  await records.announce(known.map(({ ref }) => refMove(ref, move)));
  if (known.length > 0) await inbox.accept(known.map((each) => deliveryFor(row, move, each)));
  const status = known.length > 0 ? 'settled' : 'dropped';
  const reason: Reason = known.length > 0 ? 'item-moved' : 'no-session';
  return inbox.settle(row.id, { status, reason, fence: row.fence });
}

function refMove(from: WorkItemRef, { to: { owner, repo } }: RepositoryMove): RefMove {
  return { from, to: { ...from, owner, repo }, of: 'repository' };
}

function deliveryFor(row: DeliverySummary, move: RepositoryMove, { ref, kind }: KnownRef): NewDelivery {
  const { host, hook, source, receivedAt } = row;
  const { event, payload } = movedItemEvent(ref, kind, move);
  // A repository may get a name twice: that is no happening that was seen before.
  const body = Buffer.from(JSON.stringify({ ...payload, told_by: row.guid }));
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  return { host, hook, guid: `${row.guid}/${refKey(ref)}`, event, source, receivedAt, body, bodyDigest };
}
