import {
  type LoopAddress,
  repoStateKey,
  safeParseRef,
  sameRef,
  specIdFor,
  type WorkItemRef,
} from '@the-loop/graph-core';
import { graphTarget } from '../apply/graph-target.ts';
import { sameRepository } from '../records/same-repository.ts';
import { type ItemMove } from './item-move.ts';

/** `issue-12`, `issue-12/pr-7` or `issue-12/octo__infra/pr-7`, alone or before more. */
const LOOP = /^([^/]{1,100})(?:\/(?:([^/]{1,300})\/)?pr-(\d{1,10}))?(?=\/|$)/;

/** What the item of a move is called afterwards. */
export function itemAfter({ item, from, to }: Pick<ItemMove, 'item' | 'from' | 'to'>): WorkItemRef {
  return sameRef(item, from) ? to : item;
}

/**
 * The name that a loop of the moved item has afterwards, at the beginning of a text such as an effect's key. A pull request
 * of the repository that the item left is from then on one of another repository, and the other way round.
 */
export function loopName(text: string, move: ItemMove): string {
  const [whole, id, folder = '', number] = LOOP.exec(text) ?? [];
  const after = itemAfter(move);
  if (whole === undefined || id !== specIdFor(move.item)) return text;
  const rest = text.slice(whole.length);
  if (number === undefined) return `${specIdFor(after) ?? id}${rest}`;
  const place = folderAfter(folder, Number(number), move);
  return `${specIdFor(after) ?? id}/${place === '' ? '' : `${place}/`}pr-${number}${rest}`;
}

function folderAfter(folder: string, number: number, move: ItemMove): string {
  const { item, from, to, of } = move;
  if (!sameRef(item, from)) {
    return number === from.number && folder === folderOf(item, from) ? folderOf(item, to) : folder;
  }
  // A repository takes its pull requests along.
  if (of === 'repository') return folder;
  if (folder === '') return folderOf(to, from);
  return folder === folderOf(from, to) ? '' : folder;
}

/** The address that a loop of the moved item has afterwards. */
export function loopAddress(address: LoopAddress, move: ItemMove): LoopAddress {
  const after = itemAfter(move);
  const pullRequest = pullRequestOf(address, move.item);
  return graphTarget(after, pullRequest === null ? null : pullRequestAfter(pullRequest, move))?.address ?? address;
}

function pullRequestOf({ pr, prRepo }: LoopAddress, item: WorkItemRef): WorkItemRef | null {
  if (pr === undefined) return null;
  if (prRepo === undefined) return { ...item, number: pr };
  const host = prRepo.split('/').length === 3 ? '' : `${item.host}/`;
  const read = safeParseRef(`${item.provider}:${host}${prRepo}#${pr}`);
  return read.ok ? read.value : null;
}

function pullRequestAfter(pullRequest: WorkItemRef, { item, from, to, of }: ItemMove): WorkItemRef {
  if (sameRef(pullRequest, from)) return to;
  const moves = of === 'repository' && sameRef(item, from) && sameRepository(pullRequest, from);
  return moves ? { ...to, number: pullRequest.number } : pullRequest;
}

/** The folder of the inner loops of pull requests of a repository, below an item; empty for its own repository. */
function folderOf(item: WorkItemRef, repository: WorkItemRef): string {
  if (sameRepository(item, repository)) return '';
  const slug = `${repository.owner}/${repository.repo}`;
  return repoStateKey(repository.host.toLowerCase() === item.host.toLowerCase() ? slug : `${repository.host}/${slug}`);
}
