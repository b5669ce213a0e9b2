import { type Emit } from '@the-loop/events';
import { refKey, safeParseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import * as v from 'valibot';
import { type Reason } from '../decide/reasons.ts';
import { payloadOf } from '../lanes/payload-of.ts';
import { type AppliedRecord } from '../records/applied-record.ts';
import { isOther } from '../records/repository-ids.ts';

/** What putting deliveries back needs. */
export interface HearPorts {
  readonly inbox: Pick<Inbox, 'list' | 'body' | 'requeue'>;
  readonly applied: Pick<AppliedRecord, 'remove'>;
  readonly emit: Emit;
}

/** Something has a name, and what is kept of it was kept under another one until now. */
export interface NewName {
  readonly to: WorkItemRef;
  /** GitHub's id of the repository that it is in now, where that is known. */
  readonly repositoryId: number | null;
  /** Since when somebody wants work on it; milliseconds since 1970. */
  readonly since: number;
  /** False: something that came later is decided already, so nothing that ended it before ends it now. */
  readonly mayEnd: boolean;
}

/** How many of the latest deliveries about the name are looked through. */
const LOOKED_THROUGH = 200;

/** Why a delivery is dropped when nothing is kept under the name that it uses. */
const UNKNOWN_NAME: ReadonlySet<string> = new Set<Reason>(['awaiting-start', 'spawn-policy', 'no-session']);

/**
 * Deliveries come in any order: what used the new name before anybody told of it was dropped, and is put back to be decided
 * again. What another repository said under that name, as GitHub's ids tell, stays dropped. Done again, it changes nothing.
 */
export async function hearAgain({ inbox, applied, emit }: HearPorts, name: NewName): Promise<void> {
  const dropped = await inbox.list({ lane: refKey(name.to), status: 'dropped', limit: LOOKED_THROUGH });
  for (const row of dropped.toReversed()) {
    const isEarly = UNKNOWN_NAME.has(row.reason) && row.receivedAt >= name.since;
    if (!isEarly || !usesName(row, name) || !(await isOfRepository(inbox, row, name))) continue;
    const { id, guid, event } = row;
    // How far the old decision was carried out says nothing about the new one.
    await applied.remove(String(id));
    if (!(await inbox.requeue(id, { from: 'dropped' }))) continue;
    emit({ event: 'inbox.requeued', inbox_id: id, gh_event: event, delivery_id: guid });
  }
}

const Traced = v.object({
  event: v.object({ closing: v.string() }),
  links: v.array(v.object({ ref: v.string() })),
});

/** What used the old name has the same lane by now, and was dropped for what it says. */
function usesName({ decision }: DeliverySummary, { to, mayEnd }: NewName): boolean {
  if (!v.is(Traced, decision) || (decision.event.closing !== '' && !mayEnd)) return false;
  return decision.links.some(({ ref }) => {
    const link = safeParseRef(ref);
    return link.ok && sameRef(link.value, to);
  });
}

const Named = v.object({ repository: v.object({ full_name: v.string(), id: v.number() }) });

/** Only what comes from a repository of that name says which one it is. */
async function isOfRepository(
  inbox: HearPorts['inbox'],
  { id, guid }: DeliverySummary,
  { to, repositoryId }: NewName,
): Promise<boolean> {
  const body = await inbox.body(id);
  if (body === null) return false;
  const payload = payloadOf({ body, guid });
  if (!v.is(Named, payload)) return true;
  const { full_name, id: said } = payload.repository;
  const isFromThere = full_name.toLowerCase() === `${to.owner}/${to.repo}`.toLowerCase();
  return !isFromThere || !isOther(said, repositoryId);
}
