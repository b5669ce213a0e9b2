import { type WorkItemRef } from '@the-loop/graph-core';
import { type EventRepository, eventRepository, refIn, repositoryNamed } from '../evidence/repository.ts';
import { type Subject } from '../evidence/subject.ts';
import { type Payload, readPayload } from '../payload/payload.ts';

/** A work item or pull request has another name: it was transferred, or its repository is called otherwise. */
export interface RefMove {
  readonly from: WorkItemRef;
  readonly to: WorkItemRef;
  /** `item`: it is in another repository now. `repository`: it is where it was. */
  readonly of: 'item' | 'repository';
}

interface Moving {
  readonly payload: Payload;
  readonly repository: EventRepository | null;
  readonly subject: Subject;
}

/**
 * The move that an event tells of; `null` for everything else, and when the payload does not say where from and where to.
 * GitHub tells it twice: where the issue was, as transferred, and where it is, as opened.
 */
export function moveOf({ payload, repository, subject }: Moving): RefMove | null {
  const here = repository === null ? null : refIn(repository, subject.item?.number ?? null);
  const other = here === null ? null : otherEnd(payload, here.host);
  if (here === null || other === null) return null;
  const ends = payload.action === 'transferred' ? { from: here, to: other } : { from: other, to: here };
  return { ...ends, of: payload.changes?.repository ? 'repository' : 'item' };
}

/** Where an issue went, or where one that was opened came from. */
function otherEnd({ action, changes }: Payload, host: string): WorkItemRef | null {
  if (changes === null) return null;
  if (action === 'transferred') return refNamed(changes.new_repository, changes.new_issue, host);
  return action === 'opened' ? refNamed(changes.old_repository, changes.old_issue, host) : null;
}

type Changes = NonNullable<Payload['changes']>;

function refNamed(
  repository: Changes['new_repository'],
  issue: Changes['new_issue'],
  host: string,
): WorkItemRef | null {
  const place = repositoryNamed(repository?.full_name ?? '', host);
  return place === null ? null : refIn(place, issue?.number ?? null);
}

/** A repository is called otherwise, or somebody else's. */
export interface RepositoryMove {
  readonly from: EventRepository;
  readonly to: EventRepository;
  /** GitHub's id of it; `null` when the payload does not say. */
  readonly id: number | null;
}

/** What a `repository` event of GitHub says of the repository's name; `null` when it says nothing of it. */
export function repositoryMove(event: string, payload: unknown): RepositoryMove | null {
  if (event !== 'repository') return null;
  const read = readPayload(payload);
  const to = eventRepository(read);
  if (to === null) return null;
  const before = nameBefore(read, to);
  const from = before === null ? null : repositoryNamed(before, to.host);
  return from === null ? null : { from, to, id: read.repository?.id ?? null };
}

function nameBefore({ action, changes }: Payload, { owner, repo }: EventRepository): string | null {
  const renamed = changes?.repository?.name?.from;
  if (action === 'renamed') return `${owner}/${renamed ?? ''}`;
  return action === 'transferred' ? `${ownerBefore(changes)}/${renamed ?? repo}` : null;
}

function ownerBefore(changes: Changes | null): string {
  const from = changes?.owner?.from ?? null;
  return (from?.user ?? from?.organization)?.login ?? '';
}

/** What tells that a repository moved, as GitHub tells it; another name beside another owner in one event. */
export function repositoryMoveEvent({ from, to, id }: RepositoryMove): {
  readonly event: string;
  readonly payload: object;
} {
  const isRenamed = from.repo.toLowerCase() !== to.repo.toLowerCase();
  const isTransferred = from.owner.toLowerCase() !== to.owner.toLowerCase();
  const payload = {
    action: isTransferred ? 'transferred' : 'renamed',
    repository: repositoryPart(to, id),
    changes: {
      ...(isTransferred ? { owner: { from: { user: { login: from.owner } } } } : {}),
      ...(isRenamed ? { repository: { name: { from: from.repo } } } : {}),
    },
  };
  return { event: 'repository', payload };
}

/**
 * What tells that an issue is in another repository, as GitHub tells it of the one that it left. `repositoryId` is GitHub's
 * id of that one; `null` where it is not known.
 */
export function transferredIssueEvent({
  from,
  to,
  repositoryId,
}: Pick<RefMove, 'from' | 'to'> & { readonly repositoryId: number | null }): {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
} {
  const payload = {
    action: 'transferred',
    issue: { number: from.number },
    repository: repositoryPart(from, repositoryId),
    changes: { new_issue: { number: to.number }, new_repository: repositoryPart(to, null) },
  };
  return { event: 'issues', payload };
}

function repositoryPart({ host, owner, repo }: EventRepository, id: number | null) {
  return {
    ...(id === null ? {} : { id }),
    full_name: `${owner}/${repo}`,
    html_url: `https://${host}/${owner}/${repo}`,
  };
}

/**
 * What tells one work item or pull request that its repository moved: an event as GitHub tells of a transferred issue,
 * marked as a move of the repository.
 */
export function movedItemEvent(
  ref: WorkItemRef,
  kind: 'issue' | 'pull-request',
  { from, to, id }: RepositoryMove,
): { readonly event: string; readonly payload: object } {
  const item = { number: ref.number };
  const url = `https://${from.host}/${from.owner}/${from.repo}`;
  const payload = {
    action: 'transferred',
    ...(kind === 'issue' ? { issue: item } : { pull_request: item }),
    repository: { id, full_name: `${from.owner}/${from.repo}`, html_url: url },
    changes: {
      new_issue: item,
      new_repository: { full_name: `${to.owner}/${to.repo}` },
      repository: { name: { from: from.repo } },
    },
  };
  return { event: kind === 'issue' ? 'issues' : 'pull_request', payload };
}
