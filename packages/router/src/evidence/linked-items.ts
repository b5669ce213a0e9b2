import { type WorkItemRef } from '@the-loop/graph-core';
import { type PayloadItem, readItem } from '../payload/payload.ts';
import { branchIssueNumber } from './branch-name.ts';
import { closingKeywords } from './closing-keywords.ts';
import { closingReferences } from './closing-references.ts';
import { createLinkCollector, type LinkCollector } from './link-collector.ts';
import { type EventRepository, isRepository, refIn, repositoryNamed } from './repository.ts';

/** Adds what a pull request says it is about: GitHub's references, then its branch, then the keywords of its text. */
export function addLinkedItems(
  links: LinkCollector,
  item: PayloadItem,
  { repository, hosts }: { readonly repository: EventRepository; readonly hosts: readonly string[] },
): void {
  for (const { ref, index } of closingReferences(item, repository))
    links.add(ref, { source: 'closing-reference', index });
  const branch = item.head?.ref ?? '';
  if (!isFromFork(item, repository)) addBranch(links, repository, { branch, at: 'pull_request.head.ref' });
  for (const { ref, evidence } of closingKeywords(item.body, repository, hosts)) links.add(ref, evidence);
}

/** Adds the work item that a branch of the event's own repository states. */
export function addBranch(
  links: LinkCollector,
  repository: EventRepository,
  { branch, at }: { readonly branch: string; readonly at: string },
): void {
  const ref = refIn(repository, branchIssueNumber(branch));
  if (ref !== null) links.add(ref, { source: 'branch', branch: branch.slice(0, 255), at });
}

/** The head is in another repository, or in one that is gone. False when the payload does not say. */
export function isFromFork(item: PayloadItem, repository: EventRepository): boolean {
  return item.isCrossRepository || isForeign(item.head?.repo, repository);
}

/** A head repository that is not the event's own; an absent one (`undefined`) is not known to be. */
export function isForeign(
  head: { readonly full_name: string } | null | undefined,
  repository: EventRepository,
): boolean {
  return head === null || (head !== undefined && !isRepository(repository, head.full_name));
}

/**
 * The work items that a pull request says it is about, itself left out, in order of discovery. `entity` is a pull
 * request as GitHub sends it, or an issue that is one; anything else links nothing. Never throws.
 */
export function linkedWorkItems(
  entity: unknown,
  repository: { readonly owner: string; readonly repo: string; readonly host?: string },
): WorkItemRef[] {
  const item = readItem(entity);
  const host = (repository.host ?? 'github.com').toLowerCase();
  const own = repositoryNamed(`${repository.owner}/${repository.repo}`, host);
  if (item === null || own === null) return [];
  const links = createLinkCollector({ except: refIn(own, item.number) });
  addLinkedItems(links, item, { repository: own, hosts: [] });
  return links.links().map(({ ref }) => ref);
}
