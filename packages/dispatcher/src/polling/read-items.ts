import { type Changes, type GithubActor, type GithubItem } from '@the-loop/integrations-github';
import { nextCursor } from './cursor.ts';
import { attempt, type Cycle } from './cycle.ts';
import { type Happening } from './happening.ts';
import { type ItemChange, itemChanges, knownOf } from './item-changes.ts';
import { createItemDeeds, type ItemDeeds } from './item-deeds.ts';
import { itemHappening } from './item-happenings.ts';
import { type ItemLedger, type KnownItem } from './ledgers.ts';
import { readReviews } from './read-reviews.ts';
import { type Thread } from './thread.ts';

/** What the list of items brought. */
export interface ItemsReading {
  readonly happenings: readonly Happening[];
  readonly ledger: ItemLedger;
}

interface MovedItem {
  readonly happenings: readonly Happening[];
  readonly known: KnownItem;
}

/** Turns what moved into happenings, and moves the cursor. */
export async function readItems(cycle: Cycle, ledger: ItemLedger, changes: Changes<GithubItem>): Promise<ItemsReading> {
  const entries = changes.kind === 'changed' ? changes.entries : [];
  const moved = entries.filter((item) => isMoved(cycle, item, ledger));
  const items: Record<string, KnownItem> = { ...ledger.items };
  const happenings: Happening[] = [];
  const failed: GithubItem[] = [];
  const deeds = createItemDeeds(
    cycle,
    moved.filter((item) => isChangedBySomebody(cycle, item, ledger)),
  );
  for (const item of moved) {
    const read = await attempt(cycle, item.ref, () => readMoved(cycle, item, { ledger, deeds }));
    if (read === null) failed.push(item);
    else {
      items[item.ref.number] = read.value.known;
      happenings.push(...read.value.happenings);
    }
  }
  const again = ledger.recheck.filter((number) => !moved.some(({ ref }) => ref.number === number));
  const rechecked = await recheck(cycle, again, { ledger, items });
  const recheckNext = [...moved.filter(isOpenPull).map(({ ref }) => ref.number), ...rechecked.failed];
  const cursor = changes.kind === 'changed' ? nextCursor(ledger, { entries, failed, etag: changes.etag }) : ledger;
  const isSame = changes.kind === 'unchanged' && ledger.recheck.length === 0;
  return {
    happenings: [...happenings, ...rechecked.happenings],
    ledger: isSame ? ledger : { ...ledger, ...pick(cursor), items: kept(items, cursor.since), recheck: recheckNext },
  };
}

function pick({ since, etag }: Pick<ItemLedger, 'since' | 'etag'>) {
  return { since, etag };
}

/** An ended item that only got words has nothing that its comments do not tell. */
function isMoved({ settings }: Cycle, item: GithubItem, ledger: ItemLedger): boolean {
  const known = ledger.items[item.ref.number];
  if (known === undefined) return true;
  if (known.state === 'closed' && item.state === 'closed') return known.closedAt !== item.closedAt;
  const now = knownOf({ item, pull: null, armed: isArmed(item, settings.label) }, {});
  return (['updatedAt', 'state', 'closedAt', 'armed', 'words'] as const).some((key) => known[key] !== now[key]);
}

/** It may have been labelled, opened again, or be no draft any more: then somebody did that, at some time. */
function isChangedBySomebody({ settings }: Cycle, item: GithubItem, ledger: ItemLedger): boolean {
  const known = ledger.items[item.ref.number];
  if (isArmed(item, settings.label) && known?.armed !== true) return true;
  if (known === undefined) return item.stateReason === 'reopened';
  return known.state === 'closed' || known.draft === true;
}

function isOpenPull(item: GithubItem): boolean {
  return item.kind === 'pull-request' && item.state === 'open';
}

async function readMoved(
  cycle: Cycle,
  item: GithubItem,
  { ledger, deeds }: { readonly ledger: ItemLedger; readonly deeds: ItemDeeds },
): Promise<MovedItem> {
  const known = ledger.items[item.ref.number] ?? null;
  const thread = await threadOf(cycle, item);
  const reading = { item, pull: thread?.pull ?? null, armed: isArmed(item, cycle.settings.label) };
  if (thread === null) return { happenings: [], known: knownOf(reading, {}) };
  const changes = itemChanges(known, reading, ledger);
  const closedBy = changes.includes('closed') ? await whoClosed(cycle, item) : null;
  const scene = { thread, label: cycle.settings.label, closedBy, deeds: await deeds.of(item.ref.number) };
  const told = changes.map((change: ItemChange) => itemHappening(change, scene));
  if (thread.pull === null) return { happenings: told, known: knownOf(reading, {}) };
  const from = known === null ? ledger.since : ledger.baseline;
  const read = await readReviews(cycle, item.ref, { known: known?.reviews ?? {}, from });
  return { happenings: [...told, ...read.happenings], known: knownOf(reading, read.reviews) };
}

/** The list of items has an issue whole; a pull request's head, merge and links are read. Null when it is gone by then. */
async function threadOf(cycle: Cycle, item: GithubItem): Promise<Thread | null> {
  return item.kind === 'issue' ? { item, pull: null, closing: null } : cycle.threads.read(item.ref);
}

/** GitHub's lists may leave out who closed an item. */
async function whoClosed({ ports, signal }: Cycle, item: GithubItem): Promise<GithubActor | null> {
  if (item.closedBy !== null) return item.closedBy;
  const answer = await ports.github.getItem(item.ref, { signal });
  return answer.kind === 'found' ? answer.item.closedBy : null;
}

interface Rechecked {
  readonly happenings: readonly Happening[];
  readonly failed: readonly number[];
}

/** A review in the same second as the last change moves nothing that a list shows. */
async function recheck(
  cycle: Cycle,
  numbers: readonly number[],
  { ledger, items }: { readonly ledger: ItemLedger; readonly items: Record<string, KnownItem> },
): Promise<Rechecked> {
  const happenings: Happening[] = [];
  const failed: number[] = [];
  for (const number of numbers) {
    const known = items[number];
    if (known?.state !== 'open') continue;
    const on = { provider: 'github', ...cycle.repository, number };
    const question = { known: known.reviews, from: ledger.baseline };
    const read = await attempt(cycle, on, () => readReviews(cycle, on, question));
    if (read === null) failed.push(number);
    else {
      items[number] = { ...known, reviews: read.value.reviews };
      happenings.push(...read.value.happenings);
    }
  }
  return { happenings, failed };
}

/** Whether an item carries the arming label, in GitHub's spelling of it. */
export function isArmed(item: GithubItem, label: string): boolean {
  return label !== '' && item.labels.includes(label);
}

/** Open items, and those that the next reading can show again. */
function kept(items: Readonly<Record<string, KnownItem>>, since: string): ItemLedger['items'] {
  const isKept = ({ state, updatedAt }: KnownItem) => state === 'open' || Date.parse(updatedAt) >= Date.parse(since);
  return Object.fromEntries(Object.entries(items).filter(([, item]) => isKept(item)));
}
