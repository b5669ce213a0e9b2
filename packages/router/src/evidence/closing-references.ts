import { type WorkItemRef } from '@the-loop/graph-core';
import { type PayloadClosingReference, type PayloadItem } from '../payload/payload.ts';
import { type EventRepository, refIn, repositoryNamed } from './repository.ts';

const ISSUE_URL = /^https?:\/\/[^/?#]{1,255}\/([\w.-]{1,100}\/[\w.-]{1,100})\/issues\/\d{1,10}(?:[?#]|$)/i;

/**
 * The issues that GitHub itself says the pull request closes, with their place in its list. An entry that names its
 * repository unusably is left out; one that names none means the event's own repository.
 */
export function closingReferences(
  item: PayloadItem,
  repository: EventRepository,
): { readonly ref: WorkItemRef; readonly index: number }[] {
  return item.closingIssuesReferences.flatMap((entry, index) => {
    const owner = entry === null ? null : referenceRepository(entry, repository);
    const ref = entry === null || owner === null ? null : refIn(owner, entry.number);
    return ref === null ? [] : [{ ref, index }];
  });
}

function referenceRepository(entry: PayloadClosingReference, repository: EventRepository): EventRepository | null {
  const fullName = statedName(entry);
  return fullName === null ? repository : repositoryNamed(fullName, repository.host);
}

/** `owner/repo` as the entry states it, usable or not; `null` when it states none. */
function statedName({ repository, url }: PayloadClosingReference): string | null {
  const named = repository === null ? null : nameIn(repository);
  if (named !== null) return named;
  return url === '' ? null : (ISSUE_URL.exec(url)?.[1] ?? '');
}

function nameIn(repository: NonNullable<PayloadClosingReference['repository']>): string | null {
  const { nameWithOwner = null, name = null, owner } = repository;
  const login = owner?.login ?? null;
  if (nameWithOwner !== null) return nameWithOwner;
  return name === null && login === null ? null : `${login ?? ''}/${name ?? ''}`;
}
