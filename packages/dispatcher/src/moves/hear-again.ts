import { type Emit } from '@the-loop/events';
import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import * as v from 'valibot';
import { type Reason } from '../decide/reasons.ts';
import { payloadOf } from '../lanes/payload-of.ts';
import { isOther } from '../records/repository-ids.ts';

/** What putting deliveries back needs. */
export interface HearPorts {
  readonly inbox: Pick<Inbox, 'list' | 'body' | 'requeue' | 'decided'>;
  readonly emit: Emit;
}

/** Something has a name, and what is kept of it was kept under another one until now. */
export interface NewName {
  readonly to: WorkItemRef;
  /** GitHub's id of the repository, where it keeps its id and that is known. */
  readonly repositoryId: number | null;
  /** Since when anything is kept of it; milliseconds since 1970. */
  readonly since: number;
}

/** How many of the latest deliveries about the name are looked through. */
const LOOKED_THROUGH = 200;

/** Why a delivery is dropped when nothing is kept under the name that it uses. */
const UNKNOWN_NAME: ReadonlySet<string> = new Set<Reason>(['awaiting-start', 'spawn-policy', 'no-session']);

/**
 * Deliveries come in any order: what used the new name before anybody told of it was dropped, and is put back to be decided
 * again. What another repository said under that name, as GitHub's ids tell, stays dropped. Done again, it changes nothing.
 */
export async function hearAgain({ inbox, emit }: HearPorts, name: NewName): Promise<void> {
  const lane = refKey(name.to);
  const dropped = await inbox.list({ lane, status: 'dropped', limit: LOOKED_THROUGH });
  const early = dropped.filter(({ reason, receivedAt }) => UNKNOWN_NAME.has(reason) && receivedAt >= name.since);
  for (const row of early.reverse()) {
    if (!(await usesName(inbox, row, name))) continue;
    const { id, guid, event, logicalKey } = row;
    // Issued at once, so that nobody takes the row with its old decision in between.
    await Promise.all([inbox.requeue(id), inbox.decided(id, { lane, logicalKey, decision: null })]);
    emit({ event: 'inbox.requeued', inbox_id: id, gh_event: event, delivery_id: guid });
  }
}

const Named = v.object({ repository: v.object({ full_name: v.string(), id: v.optional(v.number()) }) });

/** What used the old name has the same lane by now, and was dropped for what it says. */
async function usesName(
  inbox: HearPorts['inbox'],
  { id, guid, host }: DeliverySummary,
  { to, repositoryId }: NewName,
): Promise<boolean> {
  const body = await inbox.body(id);
  const payload = body === null ? null : payloadOf({ body, guid });
  if (host !== to.host || !v.is(Named, payload)) return false;
  const { repository } = payload;
  const isSameName = repository.full_name.toLowerCase() === `${to.owner}/${to.repo}`.toLowerCase();
  return isSameName && !isOther(repository.id ?? null, repositoryId);
}
