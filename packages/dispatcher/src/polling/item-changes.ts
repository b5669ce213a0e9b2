import { type GithubItem, type GithubPullRequest } from '@the-loop/integrations-github';
import { digestOf } from './happening.ts';
import { type ItemLedger, type KnownItem } from './ledgers.ts';

/** What became of an item between two readings, in the order in which it happened as far as one can tell. */
export type ItemChange = 'opened' | 'reopened' | 'labeled' | 'edited' | 'ready_for_review' | 'closed';

export interface ItemReading {
  readonly item: GithubItem;
  /** Null for issues. */
  readonly pull: GithubPullRequest | null;
  readonly armed: boolean;
}

/** What the ledger keeps of a reading. */
export function knownOf({ item, pull, armed }: ItemReading, reviews: KnownItem['reviews']): KnownItem {
  const { updatedAt, state, closedAt } = item;
  const words = digestOf(`${item.title}\n${item.body}`);
  return { updatedAt, state, closedAt, armed, draft: pull?.draft ?? null, words, reviews };
}

/**
 * Compares a reading with the ledger. An item that the ledger does not have is new when it was made after the cursor;
 * otherwise it had ended before, so that only what happened since counts.
 */
export function itemChanges(
  known: KnownItem | null,
  reading: ItemReading,
  ledger: Pick<ItemLedger, 'since' | 'baseline'>,
): readonly ItemChange[] {
  const from = laterOf(ledger.since, ledger.baseline);
  if (known !== null) return since(known, reading, isNewEnd(known, reading.item));
  const isEnded = closedSince(reading.item, from);
  if (isAtOrAfter(reading.item.createdAt, from)) return sinceOpened(reading, isEnded);
  return since(endedBefore(reading), reading, isEnded);
}

function sinceOpened({ item, armed }: ItemReading, isEnded: boolean): readonly ItemChange[] {
  const ended = item.state === 'closed' && isEnded;
  return ['opened', ...(armed ? ['labeled' as const] : []), ...(ended ? ['closed' as const] : [])];
}

function since(before: KnownItem, reading: ItemReading, isEnded: boolean): readonly ItemChange[] {
  const { item, armed } = reading;
  const changes: ItemChange[] = [];
  if (before.state === 'closed' && (item.state === 'open' || isEnded)) changes.push('reopened');
  if (armed && !before.armed) changes.push('labeled');
  changes.push(...edits(before, reading));
  if (item.state === 'closed' && isEnded) changes.push('closed');
  return changes;
}

/** What is unknown and older than the cursor was closed when everything open was read. */
function endedBefore(reading: ItemReading): KnownItem {
  return { ...knownOf(reading, {}), state: 'closed', closedAt: null, updatedAt: '' };
}

function edits(before: KnownItem, reading: ItemReading): readonly ItemChange[] {
  const now = knownOf(reading, {});
  if (now.state === 'closed') return [];
  const isReady = before.draft === true && now.draft === false;
  return [
    ...(before.words === now.words ? [] : ['edited' as const]),
    ...(isReady ? ['ready_for_review' as const] : []),
  ];
}

function isNewEnd(known: KnownItem, item: GithubItem): boolean {
  return item.closedAt !== known.closedAt;
}

function closedSince(item: GithubItem, from: string): boolean {
  return item.closedAt !== null && isAtOrAfter(item.closedAt, from);
}

function isAtOrAfter(time: string, from: string): boolean {
  return Date.parse(time) >= Date.parse(from);
}

function laterOf(one: string, other: string): string {
  return isAtOrAfter(one, other) ? one : other;
}
