import { LoopError } from '@the-loop/graph-core';
import { type Changes, type GithubItem, type GithubRepository, type GithubSurvey } from '@the-loop/integrations-github';
import { type DeliverySummary } from '@the-loop/store';
import { type DispatcherErrorCode } from '../errors.ts';
import { isEditedBack } from '../intake/edited-back.ts';
import { sameRepository } from '../records/same-repository.ts';
import { type Cycle, createCycle } from './cycle.ts';
import { firstItems } from './first-items.ts';
import { type Happening, inOrder, type Notice, toDelivery } from './happening.ts';
import { type CommentLedger, isoSeconds, type Ledgers, readLedgers, writeLedgers } from './ledgers.ts';
import { identified, isMoveTold, moveNotice, type PlaceChange, placeChange, placeOf } from './place.ts';
import { type PollPorts, type PollSettings } from './poll-ports.ts';
import { repositoryName } from './polled-repository.ts';
import { readAbsent } from './read-absent.ts';
import { readChecks } from './read-checks.ts';
import { readComments } from './read-comments.ts';
import { readItems } from './read-items.ts';
import { survey } from './survey.ts';

export interface RepositoryPoll {
  readonly ports: PollPorts;
  readonly settings: PollSettings;
  readonly repository: GithubRepository;
  readonly signal: AbortSignal;
}

/** What one reading of one repository brought. */
export interface RepositoryCycle {
  readonly items: number;
  /** Stored for the first time. */
  readonly accepted: readonly Happening[];
  /** Items that could not be read, and are read again. */
  readonly failures: number;
}

/** How far back a repository is read when it is seen for the first time. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000;

/**
 * Reads a repository once: what happened since the last reading is stored, then the cursors move. A fault of a whole
 * source throws and moves nothing; so does the signal.
 */
export async function pollRepository(poll: RepositoryPoll): Promise<RepositoryCycle> {
  const { ports, repository } = poll;
  const name = repositoryName(repository);
  const before = await ledgersOf(ports, name);
  const lists = await readLists(poll, before);
  const place = placeOf(before.place, repository);
  const isElsewhere = namesAnother(lists, place);
  const seen = await survey({ ...poll, place, items: before.items, isElsewhere });
  const change = seen === null ? null : placeChange(before.place, seen, repository);
  if (change?.kind === 'moved') return tellMove(poll, before, change);
  const known = change?.place ?? before.place;
  const entries = lists.items.kind === 'changed' ? lists.items.entries : [];
  const cycle = createCycle({ ...poll, repository: placeOf(known, repository) }, entries);
  const found = change?.kind === 'replaced' ? null : seen;
  const { happenings, after } = await readSources(cycle, before, { ...lists, found });
  poll.signal.throwIfAborted();
  const news = await untold(ports, inOrder(happenings));
  const accepted = await store(
    ports,
    news.map((each) => identified(each, known)),
  );
  await writeLedgers(ports.store, name, { before, after: { ...after, place: known } });
  if (accepted.length > 0) ports.notify();
  return { items: entries.length, accepted, failures: cycle.failures };
}

/** A list of a repository that has another name than `place` has entries of that name. */
function namesAnother({ items, comments, inline }: Lists, place: GithubRepository): boolean {
  const listed = items.kind === 'changed' ? items.entries.map(({ ref }) => ref) : [];
  const said = [comments, inline].flatMap((each) => (each.kind === 'changed' ? each.entries.map(({ on }) => on) : []));
  return [...listed, ...said].some((ref) => ref !== null && !sameRepository(ref, place));
}

/**
 * A move is told alone, and everything else is read by the next cycle: what is read under the new name must find what is
 * kept there.
 */
async function tellMove(
  { ports, settings: { events }, repository }: RepositoryPoll,
  before: Ledgers,
  { place, move }: Extract<PlaceChange, { readonly kind: 'moved' }>,
): Promise<RepositoryCycle> {
  const isWanted = events.length === 0 || events.includes('repository');
  const isNews = isWanted && !(await isMoveTold(ports.inbox, move));
  const accepted = await store(ports, isNews ? [moveNotice(move, place)] : []);
  await writeLedgers(ports.store, repositoryName(repository), { before, after: { ...before, place } });
  if (accepted.length > 0) ports.notify();
  return { items: 0, accepted: [], failures: 0 };
}

async function ledgersOf(ports: PollPorts, name: string): Promise<Ledgers> {
  const ledgers = await readLedgers(ports.store, name);
  if (ledgers.ok) return ledgers.value;
  throw new LoopError<DispatcherErrorCode>('DISPATCH_RECORD_UNREADABLE', `the cursor ${ledgers.error} is not one`, {
    remedy: 'Remove the record: the repository is then read as if seen for the first time',
  });
}

type Lists = Awaited<ReturnType<typeof readLists>>;

/** Comments first: the item of whatever was said by then is in the list that is read after them. */
async function readLists({ ports, repository, signal }: RepositoryPoll, before: Ledgers) {
  const { github, clock } = ports;
  const from = isoSeconds(clock.now() - LOOK_BACK_MS);
  const comments = await github.listRepositoryComments(repository, { ...asked(before.comments, from), signal });
  const inline = await github.listRepositoryReviewComments(repository, { ...asked(before.inline, from), signal });
  const items: Changes<GithubItem> =
    before.items === null
      ? await github.listItems(repository, { state: 'open', signal })
      : await github.listItems(repository, { state: 'all', ...asked(before.items, from), signal });
  return { comments, inline, items, from };
}

function asked(cursor: { readonly since: string; readonly etag: string | null } | null, from: string) {
  const { since, etag } = cursor ?? { since: from, etag: null };
  return { since, ...(etag === null ? {} : { etag }) };
}

async function readSources(
  cycle: Cycle,
  before: Ledgers,
  lists: Lists & { readonly found: GithubSurvey | null },
): Promise<{ readonly happenings: readonly Happening[]; readonly after: Omit<Ledgers, 'place'> }> {
  const open = before.items === null && lists.items.kind === 'changed' ? lists.items.entries : null;
  const firstSight = open === null ? null : new Map(open.map((item) => [item.ref.number, item]));
  const nothing: CommentLedger = { since: lists.from, etag: null, seen: {} };
  const comments = await readComments(cycle, {
    ledger: before.comments ?? nothing,
    changes: lists.comments,
    firstSight,
  });
  const inline = await readComments(cycle, { ledger: before.inline ?? nothing, changes: lists.inline, firstSight });
  const held = new Set([...comments.held, ...inline.held]);
  const items =
    open === null && before.items !== null
      ? await readItems(cycle, before.items, lists.items)
      : await firstItems(cycle, open ?? [], held);
  const { heads, ...missing } = lists.found ?? NOTHING_FOUND;
  const absent = await readAbsent(cycle, missing, items.ledger);
  const checks = readChecks(cycle, { items: before.items, known: before.checks, heads });
  const readings = [comments, inline, items, checks, absent];
  return {
    happenings: readings.flatMap((reading) => reading.happenings),
    after: { items: absent.ledger, comments: comments.ledger, inline: inline.ledger, checks: checks.ledger },
  };
}

const NOTHING_FOUND = { id: 0, heads: null, absent: [] };

/** How many of the latest deliveries of an event are looked through for one that told the same. */
const LOOKED_THROUGH = 200;

/**
 * What no webhook told before. The lane knows the same words by their key; a notice that was nothing to anybody when the
 * webhook brought it is left out here, so that it is not news to a session that began since.
 */
async function untold(ports: PollPorts, happenings: readonly Happening[]): Promise<readonly Happening[]> {
  const events = new Set(happenings.flatMap(({ event, logicalKey }) => (logicalKey === undefined ? [] : [event])));
  const rows: DeliverySummary[] = [];
  for (const event of events) rows.push(...(await ports.inbox.list({ event, limit: LOOKED_THROUGH })));
  const told = new Set(rows.map(({ logicalKey }) => logicalKey));
  const news: Happening[] = [];
  for (const happening of happenings) {
    const { logicalKey, payload } = happening;
    const isTold = logicalKey !== undefined && told.has(logicalKey);
    if (!isTold || (await isEditedBack(ports.inbox, { logicalKey, payload, rows, id: null }))) news.push(happening);
  }
  return news;
}

async function store<Told extends Notice>(ports: PollPorts, happenings: readonly Told[]): Promise<readonly Told[]> {
  if (happenings.length === 0) return [];
  const now = ports.clock.now();
  const answers = await ports.inbox.accept(happenings.map((each) => toDelivery(each, now)));
  for (const [index, happening] of happenings.entries()) {
    const { event, guid, on, told } = happening;
    const isNew = answers[index] === 'accepted';
    const about = { gh_event: event, delivery_id: guid, ingress: 'poll', host: on.host } as const;
    ports.emit({ event: isNew ? 'inbox.accepted' : 'inbox.duplicate', ...about });
    if (isNew && told !== undefined) ports.emit(told);
  }
  return happenings.filter((_, index) => answers[index] === 'accepted');
}
