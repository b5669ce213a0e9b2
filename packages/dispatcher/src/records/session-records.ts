import { fail, LoopError, parseRef, type Result, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RefMove, type RoutedEvent } from '@the-loop/router';
import {
  changeSession,
  parseSessionRecord,
  type SessionChange,
  type SessionInput,
  type SessionRecord,
  type SessionRefusal,
} from '@the-loop/sessions';
import { type Records } from '@the-loop/store';
import { type KnownSession } from '../decide/snapshot.ts';
import { type DispatcherErrorCode } from '../errors.ts';
import { refsOf } from '../intake/refs-of.ts';
import { followNames } from '../moves/follow-names.ts';
import { announcedIn, announceMoves, forgetAnnounced, movesAhead } from './announced-moves.ts';
import { type ControlRecord, readControlRecord } from './control-record.ts';
import { createOwnerIndex, type OwnerIndex } from './owner-index.ts';
import { type RecordStore, updateRecord } from './record-store.ts';
import { type KnownRef, refsIn } from './refs-in.ts';
import { type RepositoryName } from './same-repository.ts';

/** The records of this machine's sessions and of what people asked for, over the store. */
export interface SessionRecords {
  /** The item's own record, closed ones included. Throws `DISPATCH_RECORD_UNREADABLE`: unreadable is not absent. */
  find(item: WorkItemRef): Promise<KnownSession | null>;
  /** Every record that owns one of the refs, by its own name or by a binding; each once, in the order of the refs. */
  owning(refs: readonly WorkItemRef[]): Promise<readonly KnownSession[]>;
  /** Applies one input under compare-and-swap. A refusal is an answer: the record stays as it is. */
  change(item: WorkItemRef, input: SessionInput): Promise<Result<SessionChange, SessionRefusal>>;
  forget(item: WorkItemRef): Promise<void>;
  /** The event with the names that its refs have today. */
  named(event: RoutedEvent): Promise<RoutedEvent>;
  /** These moves are ahead: whatever is kept under the old names has still to follow. */
  announce(moves: readonly RefMove[]): Promise<void>;
  /** Moves that must be carried out before anything can be said of what the event names, in their order. None for a move. */
  ahead(event: RoutedEvent): Promise<readonly RefMove[]>;
  /** The move is ahead no longer. */
  followed(move: RefMove): Promise<void>;
  /** Items and pull requests of a repository that something is kept of, or will be; items first, each once. */
  refsIn(repository: RepositoryName): Promise<readonly KnownRef[]>;
  control(item: WorkItemRef): Promise<ControlRecord | null>;
  recordControl(item: WorkItemRef, control: ControlRecord): Promise<void>;
  forgetControl(item: WorkItemRef): Promise<void>;
}

const SESSION = 'session';
const CONTROL = 'control';

/** The records over the store; the only writer of session records. */
export function createSessionRecords(store: RecordStore & Pick<Records, 'list'>): SessionRecords {
  const owners = createOwnerIndex(store);
  const find = async (item: WorkItemRef): Promise<KnownSession | null> => {
    const stored = await store.get(SESSION, refKey(item));
    return stored === null ? null : known(readRecord(stored.value, item));
  };
  const owningOf = (refs: readonly WorkItemRef[]) => owning({ find, owners }, refs);
  return {
    find,
    owning: owningOf,
    change: (item, input) => change({ store, owners }, item, input),
    forget: (item) => forget({ store, owners, find }, item),
    named: (event) => followNames(store, event),
    announce: (moves) => announceMoves(store, moves),
    ahead: (event) => movesAhead({ store, owning: owningOf }, event.move === null ? refsOf(event) : []),
    followed: (move) => forgetAnnounced(store, move),
    refsIn: async (repository) => refsIn(store, repository, await announcedIn(store, repository)),
    control: async (item) => readControlRecord((await store.get(CONTROL, refKey(item)))?.value),
    recordControl: (item, control) => updateRecord(store, { kind: CONTROL, key: refKey(item) }, () => control),
    forgetControl: (item) => updateRecord(store, { kind: CONTROL, key: refKey(item) }, () => null),
  };
}

interface Deps {
  readonly store: RecordStore & Pick<Records, 'list'>;
  readonly owners: OwnerIndex;
  readonly find: SessionRecords['find'];
}

async function owning({ find, owners }: Omit<Deps, 'store'>, refs: readonly WorkItemRef[]): Promise<KnownSession[]> {
  const found: KnownSession[] = [];
  const add = (session: KnownSession | null): void => {
    if (session !== null && !found.some((each) => sameRef(each.item, session.item))) found.push(session);
  };
  for (const ref of refs) {
    add(await find(ref));
    for (const item of await owners.itemsOf(ref)) {
      const session = await find(item);
      const lists = session?.record.bindings.some((binding) => sameRef(parseRef(binding.ref), ref));
      if (lists) add(session);
    }
  }
  return found;
}

async function change(
  { store, owners }: Omit<Deps, 'find'>,
  item: WorkItemRef,
  input: SessionInput,
): Promise<Result<SessionChange, SessionRefusal>> {
  if (input.kind === 'bind') await owners.add(input.pullRequest, item);
  // A swap that was lost is judged again; the last judgement is the one that was written.
  const outcomes: Result<SessionChange, SessionRefusal>[] = [];
  await updateRecord(store, { kind: SESSION, key: refKey(item) }, (value) => {
    const outcome = changeSession(value === null ? null : readRecord(value, item), input);
    outcomes.push(outcome);
    return outcome.ok && outcome.value.changed ? outcome.value.record : value;
  });
  if (input.kind === 'unbind') await owners.remove(input.pullRequest, item);
  return outcomes.at(-1) ?? fail('no-session');
}

async function forget({ store, owners, find }: Deps, item: WorkItemRef): Promise<void> {
  const session = await find(item);
  if (session === null) return;
  await updateRecord(store, { kind: SESSION, key: refKey(item) }, () => null);
  for (const binding of session.record.bindings) await owners.remove(parseRef(binding.ref), item);
}

function known(record: SessionRecord): KnownSession {
  return { item: parseRef(record.ref), record };
}

function readRecord(value: unknown, item: WorkItemRef): SessionRecord {
  const read = parseSessionRecord(value, item);
  if (read.ok) return read.value.record;
  throw new LoopError<DispatcherErrorCode>(
    'DISPATCH_RECORD_UNREADABLE',
    `the session record of ${refKey(item)} is not one (${read.error})`,
    { remedy: 'Run: the-loop status' },
  );
}
