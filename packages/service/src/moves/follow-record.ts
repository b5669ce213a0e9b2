import { type FollowRecord, type ItemMove, loopName } from '@the-loop/dispatcher';
import { refKey, sameRef } from '@the-loop/graph-core';
import { type LedgerEntry, renameEntry } from '@the-loop/graph-runtime';

/** How the service's own copies of an item's facts follow a move; refs inside of them have followed already. */
export const followRecord: FollowRecord = ({ kind, key, value }, move) => {
  if (kind !== 'ledger' || !key.startsWith(`${refKey(move.item)}/`)) return value;
  // Written by the ledger alone.
  const entry = value as LedgerEntry;
  const repository = repositoryAfter(entry.state.repository, key, move);
  return renameEntry(entry, {
    workItem: loopName(entry.state.workItem, move),
    ...(repository === null ? {} : { repository }),
    key: (effect) => loopName(effect, move),
  });
};

/** An item's own loop is of the repository that the item is in; a pull request's changes its name with its repository. */
function repositoryAfter(repository: string, key: string, { item, from, to, of }: ItemMove): string | null {
  const isOuter = !key.slice(refKey(item).length + 1).includes('/');
  const isOfMoved = repository.toLowerCase() === `${from.owner}/${from.repo}`.toLowerCase();
  const follows = sameRef(item, from) ? of === 'repository' || isOuter : key.endsWith(`/pr-${from.number}`);
  return isOfMoved && follows ? `${to.owner}/${to.repo}` : null;
}
