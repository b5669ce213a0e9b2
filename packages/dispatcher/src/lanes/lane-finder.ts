import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type RefMove, type RoutedEvent } from '@the-loop/router';
import { isLive } from '../decide/ownership.ts';
import { type KnownSession } from '../decide/snapshot.ts';
import { targetOf } from '../decide/target.ts';
import { refsOf, uniqueRefs } from '../intake/refs-of.ts';
import { type RepositoryName, sameRepository } from '../records/same-repository.ts';
import { type SessionRecords } from '../records/session-records.ts';

/**
 * Which lane a row belongs to: its target work item's. A row whose binding is still to be written by an earlier row
 * joins that row's lane, so a comment never overtakes the event that says whose it is.
 */
export interface LaneFinder {
  /** The place of a row that names these refs; it counts as waiting there until it is {@link leave | left}. */
  enter(row: RowNames): Promise<Place>;
  leave(place: Place): void;
  /** What rows that wait name of a repository. */
  named(repository: RepositoryName): readonly WorkItemRef[];
  /** What waits in a lane waits in another one from now on: places in it are there. */
  rename(from: string, to: string): void;
}

/** What a row names. */
export interface RowNames {
  /** The refs that say whose lane it belongs to, most telling first. */
  readonly links: readonly WorkItemRef[];
  /** Every ref that it names. */
  readonly all: readonly WorkItemRef[];
  /** It tells that one of them has another name: until it is done, whatever names it waits behind it. */
  readonly moves: boolean;
  /** That name. Told again when it has moved, the row belongs to the lane of it, since nothing is under the old one. */
  readonly after: WorkItemRef | null;
}

/** Where a row waits. */
export interface Place extends Pick<RowNames, 'all' | 'moves'> {
  readonly lane: string;
}

/** What an event names, when these moves come before it. What moves belongs to the lane of its old name. */
export function namesOf(event: RoutedEvent, ahead: readonly RefMove[]): RowNames {
  const moves = event.move === null ? ahead : [event.move, ...ahead];
  const before = moves.map(({ from }) => from);
  return {
    links: [...before, ...event.links.map(({ ref }) => ref)],
    all: uniqueRefs([...refsOf(event), ...before]),
    moves: moves.length > 0,
    after: event.move?.to ?? null,
  };
}

/** The lane of rows that name nothing. */
export const UNROUTED = 'unrouted';

/** A finder that knows of no waiting row yet. */
export function createLaneFinder(records: Pick<SessionRecords, 'owning'>): LaneFinder {
  const waiting = createLaneCounts();
  const moving = createLaneCounts();
  const places = new Set<Place & { lane: string }>();
  return {
    enter: async ({ links, all, moves, after }) => {
      const sessions = await records.owning(links);
      const moved = after === null ? [] : await records.owning([after]);
      // What waits is looked at last: from here to where the row is counted nothing comes in between.
      const own = ownLane(links, sessions);
      const joined = waiting.latest(links);
      const there = after !== null && moved.some(isLive) ? ownLane([after], moved) : null;
      const lane = moving.latest(links) ?? (sessions.some(isLive) ? own : (joined ?? there ?? own));
      const place = { lane, all, moves };
      waiting.count(all, lane, 1);
      if (moves) moving.count(all, lane, 1);
      places.add(place);
      return place;
    },
    leave: (place) => {
      if (!places.delete(place)) return;
      waiting.count(place.all, place.lane, -1);
      if (place.moves) moving.count(place.all, place.lane, -1);
    },
    named: (repository) =>
      uniqueRefs([...places].flatMap(({ all }) => all.filter((ref) => sameRepository(ref, repository)))),
    rename: (from, to) => {
      for (const place of places) if (place.lane === from) place.lane = to;
      waiting.rename(from, to);
      moving.rename(from, to);
    },
  };
}

function ownLane(links: readonly WorkItemRef[], sessions: readonly KnownSession[]): string {
  const target = targetOf(links, sessions);
  return target === null ? UNROUTED : refKey(target);
}

/** How many rows that name a ref wait in which lanes. */
interface LaneCounts {
  count(refs: readonly WorkItemRef[], lane: string, step: number): void;
  /** The lane that was counted last for the first of the refs that any was counted for. */
  latest(refs: readonly WorkItemRef[]): string | null;
  rename(from: string, to: string): void;
}

function createLaneCounts(): LaneCounts {
  const counts = new Map<string, Map<string, number>>();
  const add = (key: string, lane: string, step: number): void => {
    const lanes = counts.get(key) ?? new Map<string, number>();
    const rows = (lanes.get(lane) ?? 0) + step;
    if (rows > 0) lanes.set(lane, rows);
    else lanes.delete(lane);
    if (lanes.size > 0) counts.set(key, lanes);
    else counts.delete(key);
  };
  return {
    count: (refs, lane, step) => {
      for (const ref of refs) add(refKey(ref), lane, step);
    },
    latest: (refs) =>
      refs.map((ref) => [...(counts.get(refKey(ref))?.keys() ?? [])].at(-1)).find((lane) => lane !== undefined) ?? null,
    rename: (from, to) => {
      for (const [key, lanes] of [...counts]) {
        const rows = lanes.get(from);
        if (rows === undefined) continue;
        add(key, from, -rows);
        add(key, to, rows);
      }
    },
  };
}
