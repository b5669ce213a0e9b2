import { formatRef, parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type KnownSession, type Snapshot } from '../decide/snapshot.ts';
import { type ControlRecord } from '../records/control-record.ts';
import { renamedSession } from '../records/renamed-session.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type Verification } from './verify-links.ts';

/** What is recorded under a name that a ref of the event had before. */
export interface MovedRecord {
  readonly from: WorkItemRef;
  readonly to: WorkItemRef;
  readonly session: KnownSession | null;
  readonly control: ControlRecord | null;
}

/** The records of refs that have another name now; a ref without any is left out. */
export async function movedRecords(
  records: Pick<SessionRecords, 'find' | 'control'>,
  moved: Verification['moved'],
): Promise<readonly MovedRecord[]> {
  const found: MovedRecord[] = [];
  for (const [before, after] of Object.entries(moved)) {
    const from = parseRef(before);
    const session = await records.find(from);
    const control = await records.control(from);
    if (session !== null || control !== null) found.push({ from, to: parseRef(after), session, control });
  }
  return found;
}

/** Sessions as they will be once the records follow. One that has the new name already stands. */
export function withMoved(sessions: readonly KnownSession[], moved: readonly MovedRecord[]): readonly KnownSession[] {
  const following = moved.flatMap(({ to, session }) => {
    if (session === null || sessions.some((each) => sameRef(each.item, to))) return [];
    return [{ item: to, record: renamedSession(session.record, to) }];
  });
  return [...sessions, ...following];
}

/** The moves as deciding sees them; absent where there are none. */
export function movesOf(moved: readonly MovedRecord[]): Pick<Snapshot, 'moved'> {
  if (moved.length === 0) return {};
  return {
    moved: moved.map(({ from, to }) => ({
      from: formatRef(from),
      to: formatRef(to),
      // A repository takes its numbers along; an issue that is transferred gets another one.
      of: from.number === to.number ? 'repository' : 'item',
    })),
  };
}
