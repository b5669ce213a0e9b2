import { type GithubRepository, type GithubSurvey } from '@the-loop/integrations-github';
import { type RepositoryMove, repositoryMove, repositoryMoveEvent } from '@the-loop/router';
import { type Inbox } from '@the-loop/store';
import { sameRepository } from '../records/same-repository.ts';
import { type Happening, type Notice } from './happening.ts';
import { type PlaceLedger } from './ledgers.ts';
import { repositoryName } from './polled-repository.ts';

/** What became of a repository's name between two readings. */
export type PlaceChange =
  | { readonly kind: 'same'; readonly place: PlaceLedger }
  | { readonly kind: 'moved'; readonly place: PlaceLedger; readonly move: RepositoryMove }
  /** Another repository took the name. Nothing of ours went there. */
  | { readonly kind: 'replaced'; readonly place: PlaceLedger };

/** Compares a survey with what is known; before the first one, with the configured name. */
export function placeChange(
  known: PlaceLedger | null,
  { id, repository }: Pick<GithubSurvey, 'id' | 'repository'>,
  configured: GithubRepository,
): PlaceChange {
  const { host, owner, repo } = repository;
  const place = { id, owner, repo, moves: known?.moves ?? 0 };
  if (known !== null && known.id !== id) return { kind: 'replaced', place };
  const from = placeOf(known, configured);
  if (sameRepository(from, repository)) return { kind: 'same', place: known ?? place };
  const move = { from, to: { host, owner, repo }, id };
  return { kind: 'moved', place: { ...place, moves: place.moves + 1 }, move };
}

/** The name under which things of a repository are kept. */
export function placeOf(known: PlaceLedger | null, { host, owner, repo }: GithubRepository): GithubRepository {
  return known === null ? { host, owner, repo } : { host, owner: known.owner, repo: known.repo };
}

/** A happening that says by GitHub's id which repository it is of, where that is known: another one may have taken the name. */
export function identified(happening: Happening, place: PlaceLedger | null): Happening {
  const { repository } = happening.payload;
  if (place === null || typeof repository !== 'object') return happening;
  return { ...happening, payload: { ...happening.payload, repository: { id: place.id, ...repository } } };
}

/** What GitHub would have told of a move. */
export function moveNotice(move: RepositoryMove, { id, moves }: PlaceLedger): Notice {
  const guid = `poll:repository:${id}:${moves}:${repositoryName(move.to)}`;
  return { ...repositoryMoveEvent(move), guid, on: { host: move.to.host } };
}

/** How many of the latest deliveries about repositories are looked through. */
const LOOKED_THROUGH = 200;

/** Whether the last that was stored of the repository's name is that it moved there. */
export async function isMoveTold(inbox: Pick<Inbox, 'list' | 'body'>, { to, id }: RepositoryMove): Promise<boolean> {
  for (const { id: row, event } of await inbox.list({ event: 'repository', limit: LOOKED_THROUGH })) {
    const told = repositoryMove(event, jsonOf(await inbox.body(row)));
    if (told !== null && told.id === id && told.to.host === to.host) return sameRepository(told.to, to);
  }
  return false;
}

function jsonOf(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined)) as unknown;
  } catch {
    // A body that is no JSON tells of nothing.
    return null;
  }
}
