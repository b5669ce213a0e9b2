import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { isLive } from '../decide/ownership.ts';
import { targetOf } from '../decide/target.ts';
import { type SessionRecords } from '../records/session-records.ts';

/**
 * Which lane a row belongs to: its target work item's. A row whose binding is still to be written by an earlier row
 * joins that row's lane, so a comment never overtakes the event that says whose it is.
 */
export interface LaneFinder {
  /** The lane of a row that names these refs; the row counts as waiting until {@link leave}. */
  enter(row: RowRefs & { readonly links: readonly WorkItemRef[] }): Promise<string>;
  leave(lane: string, row: RowRefs): void;
  /** What waits in a lane waits in another one from now on. */
  rename(from: string, to: string): void;
}

/** What a row names. */
interface RowRefs {
  readonly all: readonly WorkItemRef[];
  /** It tells that one of them has another name: until it is done, whatever names it waits behind it. */
  readonly moves: boolean;
}

/** The refs that say whose lane an event belongs to; what moved belongs to the lane of its old name. */
export function laneLinks({ links, move }: Pick<RoutedEvent, 'links' | 'move'>): readonly WorkItemRef[] {
  const refs = links.map((link) => link.ref);
  return move === null ? refs : [move.from, ...refs];
}

/** The lane of rows that name nothing. */
export const UNROUTED = 'unrouted';

/** A finder that knows of no waiting row yet. */
export function createLaneFinder(records: Pick<SessionRecords, 'owning'>): LaneFinder {
  const waiting = createLaneCounts();
  const moving = createLaneCounts();
  return {
    enter: async ({ links, all, moves }) => {
      const sessions = await records.owning(links);
      const target = targetOf(links, sessions);
      const own = target === null ? UNROUTED : refKey(target);
      const joined = waiting.latest(links);
      const lane = moving.latest(links) ?? (sessions.some(isLive) ? own : (joined ?? own));
      waiting.count(all, lane, 1);
      if (moves) moving.count(all, lane, 1);
      return lane;
    },
    leave: (lane, { all, moves }) => {
      waiting.count(all, lane, -1);
      if (moves) moving.count(all, lane, -1);
    },
    rename: (from, to) => {
      waiting.rename(from, to);
      moving.rename(from, to);
    },
  };
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
