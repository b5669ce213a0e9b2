import { formatRef, parseRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { bindingOf } from '@the-loop/sessions';
import { owns } from '../decide/ownership.ts';
import { type KnownSession, type Snapshot } from '../decide/snapshot.ts';
import { type ControlRecord } from '../records/control-record.ts';
import { renamedSession } from '../records/renamed-session.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type Verification } from './verify-links.ts';

type Move = NonNullable<Snapshot['moved']>[number];

/** What is recorded of an event's refs as it will be once the records have followed, and which moves lead there. */
export interface MovedRecords {
  readonly sessions: readonly KnownSession[];
  /** Commands that were recorded under a name that is another now, by {@link refKey} of that one. */
  readonly controls: ReadonlyMap<string, ControlRecord>;
  readonly moves: readonly Move[];
}

/** The records of an event, after those moves of its refs under whose old names anything is kept; in their order. */
export async function movedRecords(
  records: Pick<SessionRecords, 'owning' | 'control'>,
  refs: readonly WorkItemRef[],
  moved: Verification['moved'],
): Promise<MovedRecords> {
  const ends = Object.entries(moved).map(([from, to]) => ({ from: parseRef(from), to: parseRef(to) }));
  let sessions = await records.owning([...refs, ...ends.map(({ from }) => from)]);
  const controls = new Map<string, ControlRecord>();
  const moves: Move[] = [];
  for (const { from, to } of ends) {
    const owners = sessions.filter((session) => owns(session, from));
    const control = controls.get(refKey(from)) ?? (await records.control(from));
    if (control !== null) controls.set(refKey(to), control);
    const isCommanded = control !== null && !owners.some(({ item }) => sameRef(item, from));
    const items = [...owners.map(({ item }) => item), ...(isCommanded ? [from] : [])];
    moves.push(...items.map((item) => moveOf(item, from, to)));
    sessions = withMove(sessions, from, to);
  }
  return { sessions, controls, moves };
}

function moveOf(item: WorkItemRef, from: WorkItemRef, to: WorkItemRef): Move {
  return {
    item: formatRef(item),
    from: formatRef(from),
    to: formatRef(to),
    // A repository takes its numbers along; an issue that is transferred gets another one.
    of: from.number === to.number ? 'repository' : 'item',
  };
}

/** One that has the new name already stands. */
function withMove(sessions: readonly KnownSession[], from: WorkItemRef, to: WorkItemRef): readonly KnownSession[] {
  const isTaken = sessions.some(({ item }) => sameRef(item, to));
  return sessions.flatMap((session) => {
    const { item, record } = session;
    if (sameRef(item, from)) return isTaken ? [] : [{ item: to, record: renamedSession(record, to) }];
    const binding = bindingOf(record, from);
    if (binding === undefined) return [session];
    const bindings = record.bindings.map((each) => (each === binding ? { ...each, ref: formatRef(to) } : each));
    return [{ item, record: { ...record, bindings } }];
  });
}
