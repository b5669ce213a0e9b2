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
  /** Since when anything is kept of it; milliseconds since 1970. */
  readonly since: number;
  /** False: whoever told of the name wants work on it, so nothing that ended it before ends it now. */
  readonly mayEnd: boolean;
}

/** How many of the latest deliveries about the name are looked through. */
const LOOKED_THROUGH = 200;

/** Why a delivery is dropped when nothing is kept under the name that it uses. */
const UNKNOWN_NAME: ReadonlySet<string> = new Set<Reason>(['awaiting-start', 'spawn-policy', 'no-session']);
/** What became of deliveries that wanted work. */
const BEGINS: ReadonlySet<string> = new Set<Reason>(['session-spawned']);
const WANTS: ReadonlySet<string> = new Set<Reason>(['session-spawned', 'session-resumed', 'already-running']);

/**
 * Deliveries come in any order: what used the new name before anybody told of it was dropped, and is put back to be decided
 * again. What another repository said under that name, as GitHub's ids tell, stays dropped, and so does what came before the
 * work began, and what would end work that somebody wanted since. Done again, it changes nothing.
 */
export async function hearAgain({ inbox, applied, emit }: HearPorts, name: NewName): Promise<void> {
  const early: DeliverySummary[] = [];
  for (const row of await earlyRows(inbox, name)) {
    if (!(await isOfRepository(inbox, row, name))) continue;
    // How far the old decision was carried out says nothing about the new one.
    await applied.remove(String(row.id));
    early.push(row);
  }
  // Opened at once: whoever takes one of them takes all, in their order.
  const opened = await Promise.all(early.map(({ id }) => inbox.requeue(id, { from: 'dropped' })));
  for (const [index, { id, guid, event }] of early.entries()) {
    if (opened[index] === true) emit({ event: 'inbox.requeued', inbox_id: id, gh_event: event, delivery_id: guid });
  }
}

/** Oldest first. */
async function earlyRows(inbox: HearPorts['inbox'], name: NewName): Promise<readonly DeliverySummary[]> {
  const of = { lane: refKey(name.to), limit: LOOKED_THROUGH };
  const carriedOut = await inbox.list({ ...of, status: 'settled' });
  const newest = (reasons: ReadonlySet<string>) => carriedOut.find(({ reason }) => reasons.has(reason))?.id ?? 0;
  const after = { words: newest(BEGINS), ends: name.mayEnd ? newest(WANTS) : Number.POSITIVE_INFINITY };
  const dropped = await inbox.list({ ...of, status: 'dropped' });
  const isEarly = (row: DeliverySummary): boolean => {
    const trace = usesName(row, name);
    if (trace === null || !UNKNOWN_NAME.has(row.reason) || row.receivedAt < name.since) return false;
    return row.id > (trace.event.closing === '' ? after.words : after.ends);
  };
  return dropped.filter(isEarly).toReversed();
}

const Traced = v.object({
  event: v.object({ closing: v.string() }),
  links: v.array(v.object({ ref: v.string() })),
});

/** Why it was dropped, if it was of that name: what used the old one has the same lane by now. */
function usesName({ decision }: DeliverySummary, { to }: NewName): v.InferOutput<typeof Traced> | null {
  if (!v.is(Traced, decision)) return null;
  const isTo = ({ ref }: { readonly ref: string }): boolean => {
    const link = safeParseRef(ref);
    return link.ok && sameRef(link.value, to);
  };
  return decision.links.some(isTo) ? decision : null;
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
