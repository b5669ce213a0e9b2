import { formatRef, refKey, safeParseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RefMove } from '@the-loop/router';
import { type Records } from '@the-loop/store';
import * as v from 'valibot';
import { type KnownSession } from '../decide/snapshot.ts';
import { type RecordStore, updateRecord } from './record-store.ts';
import { type RepositoryName, sameRepository } from './same-repository.ts';

/**
 * Kind of the records that say which items and pull requests of a repository that moved have still to follow, by their new
 * names. Each follows in its own lane, with its own delivery or with the first that uses its new name.
 */
const ANNOUNCED = 'announced-move';

const AnnouncedSchema = v.object({ from: v.string(), to: v.string() });

/** Every one of the moves is ahead from now on. */
export async function announceMoves(store: RecordStore, moves: readonly RefMove[]): Promise<void> {
  for (const { from, to } of moves) {
    const value = { from: formatRef(from), to: formatRef(to) };
    await updateRecord(store, { kind: ANNOUNCED, key: refKey(to) }, () => value);
  }
}

/** The move was carried out, or there was nothing to follow it. */
export async function forgetAnnounced(store: RecordStore, { from, to }: RefMove): Promise<void> {
  await updateRecord(store, { kind: ANNOUNCED, key: refKey(to) }, (value) => {
    const move = readMove(value);
    return move === null || sameRef(move.from, from) ? null : value;
  });
}

/** The names that items and pull requests of a repository will have when they have followed. */
export async function announcedIn(
  store: Pick<Records, 'list'>,
  repository: RepositoryName,
): Promise<readonly WorkItemRef[]> {
  const moves = (await store.list(ANNOUNCED)).map(({ value }) => readMove(value));
  const names = moves.flatMap((move) => (move === null ? [] : [move.to]));
  return names.filter((name) => sameRepository(name, repository));
}

interface AnnouncedDeps {
  readonly store: Pick<RecordStore, 'get'>;
  readonly owning: (refs: readonly WorkItemRef[]) => Promise<readonly KnownSession[]>;
}

/** What must follow before anything can be said of refs by these names, in the order it has to: items before their pull requests. */
export async function movesAhead(
  { store, owning }: AnnouncedDeps,
  refs: readonly WorkItemRef[],
): Promise<readonly RefMove[]> {
  const seen = new Set<string>();
  const ahead: RefMove[] = [];
  const look = async (name: WorkItemRef): Promise<void> => {
    const key = refKey(name);
    if (seen.has(key)) return;
    seen.add(key);
    const move = readMove((await store.get(ANNOUNCED, key))?.value);
    if (move === null) return;
    await look(move.from);
    for (const { item } of await owning([move.from])) {
      if (sameRepository(item, move.from)) await look({ ...move.to, number: item.number });
    }
    ahead.push(move);
  };
  for (const ref of refs) await look(ref);
  return ahead;
}

/** Null for what has followed: the store gives its record the new name on both sides. */
function readMove(value: unknown): RefMove | null {
  if (!v.is(AnnouncedSchema, value)) return null;
  const from = safeParseRef(value.from);
  const to = safeParseRef(value.to);
  if (!from.ok || !to.ok || sameRef(from.value, to.value)) return null;
  return { from: from.value, to: to.value, of: 'repository' };
}
