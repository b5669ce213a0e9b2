import { refKey, safeParseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type DropReason } from '@the-loop/router';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { readTrace } from './read-trace.ts';

/** Drops that say nothing about an item: our own words, and what is no input whoever sends it. */
const NOISE: ReadonlySet<string> = new Set<DropReason>(['self-authored', 'ignored-action', 'disabled-event']);

const PAGE = 200;
const PAGES = 10;

/** The last deliveries about an item or its pull requests. */
export interface Considered {
  readonly last: DeliverySummary | null;
  /** The last one that did something; null when that is `last`, or there is none. */
  readonly lastThatActed: DeliverySummary | null;
  /** Those that wait or were set aside, newest first. */
  readonly unfinished: readonly DeliverySummary[];
}

/** Looks through the newest 2000 deliveries: one that a guard dropped is in no lane and known by its links alone. */
export async function findConsidered(
  inbox: Pick<Inbox, 'list'>,
  refs: readonly [WorkItemRef, ...WorkItemRef[]],
): Promise<Considered> {
  const seen: DeliverySummary[] = [];
  for await (const row of newestAbout(inbox, refs)) {
    seen.push(row);
    if (row.status === 'settled') break;
  }
  const isUnfinished = ({ status }: DeliverySummary) => status === 'open' || status === 'dead';
  const last = seen.find((row) => !isUnfinished(row) && !NOISE.has(row.reason)) ?? null;
  const acted = seen.find(({ status }) => status === 'settled') ?? null;
  return { last, lastThatActed: acted === last ? null : acted, unfinished: seen.filter(isUnfinished) };
}

async function* newestAbout(
  inbox: Pick<Inbox, 'list'>,
  refs: readonly [WorkItemRef, ...WorkItemRef[]],
): AsyncGenerator<DeliverySummary> {
  let before: number | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const rows = await inbox.list({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    yield* rows.filter((row) => isAbout(row, refs));
    if (rows.length < PAGE) return;
    before = rows.at(-1)?.id;
  }
}

function isAbout({ lane, decision }: DeliverySummary, refs: readonly [WorkItemRef, ...WorkItemRef[]]): boolean {
  if (lane === refKey(refs[0])) return true;
  const links = readTrace(decision)?.links ?? [];
  return links.some((link) => {
    const named = safeParseRef(link.ref);
    return named.ok && refs.some((ref) => sameRef(ref, named.value));
  });
}
