import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { isLive } from '../decide/ownership.ts';
import { targetOf } from '../decide/target.ts';
import { type SessionRecords } from '../records/session-records.ts';

/**
 * Which lane a row belongs to: its target work item's. A row whose binding is still to be written by an earlier row
 * joins that row's lane, so a comment never overtakes the event that says whose it is.
 */
export interface LaneFinder {
  /** The lane of a row that names these refs; the row counts as waiting until {@link leave}. */
  enter(refs: { readonly links: readonly WorkItemRef[]; readonly all: readonly WorkItemRef[] }): Promise<string>;
  leave(lane: string, refs: readonly WorkItemRef[]): void;
}

/** The lane of rows that name nothing. */
export const UNROUTED = 'unrouted';

/** A finder that knows of no waiting row yet. */
export function createLaneFinder(records: Pick<SessionRecords, 'owning'>): LaneFinder {
  const waiting = new Map<string, Map<string, number>>();
  const count = (ref: WorkItemRef, lane: string, step: number): void => {
    const key = refKey(ref);
    const lanes = waiting.get(key) ?? new Map<string, number>();
    const rows = (lanes.get(lane) ?? 0) + step;
    if (rows > 0) lanes.set(lane, rows);
    else lanes.delete(lane);
    if (lanes.size > 0) waiting.set(key, lanes);
    else waiting.delete(key);
  };
  return {
    enter: async ({ links, all }) => {
      const sessions = await records.owning(links);
      const target = targetOf(links, sessions);
      const own = target === null ? UNROUTED : refKey(target);
      const joined = links.map((ref) => latest(waiting.get(refKey(ref)))).find((lane) => lane !== null);
      const lane = sessions.some(isLive) ? own : (joined ?? own);
      for (const ref of all) count(ref, lane, 1);
      return lane;
    },
    leave: (lane, refs) => {
      for (const ref of refs) count(ref, lane, -1);
    },
  };
}

function latest(lanes: ReadonlyMap<string, number> | undefined): string | null {
  return lanes === undefined ? null : ([...lanes.keys()].at(-1) ?? null);
}
