import { createHash } from 'node:crypto';
import { type Clock, createSessionRecords } from '@the-loop/dispatcher';
import { type Emit, type EventRecord, type EventSink } from '@the-loop/events';
import { formatRef, refKey, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type ServiceMemory, whyOfItem } from '@the-loop/operations';
import { type Store } from '@the-loop/store';
import { type WritePayload } from '../github/write-payload.ts';
import { standingBody } from './standing-body.ts';
import { createStandingRecords } from './standing-records.ts';

export interface StandingKeeperParts {
  readonly store: Pick<Store, 'outbox' | 'records'>;
  readonly memory: ServiceMemory;
  /** Asked each time, so that a change of the configuration counts at once. */
  readonly isOn: () => boolean;
  readonly nudge: () => void;
  readonly emit: Emit;
  readonly clock: Clock;
  /** How long what happens to an item is gathered, in milliseconds. Default 15 s. */
  readonly gatherMs?: number;
}

/** Keeps one comment on each ticket that says where it stands. Hears of changes as a sink of events. */
export interface StandingKeeper extends EventSink {
  /** Writes nothing more, and waits for what is being written. */
  stop(): Promise<void>;
}

/** What happens to an item comes in bursts: one text says them all. */
const GATHER_MS = 15_000;
/** Our own writes are not among them: each would bring the next. */
const TELLING = /^(?:graph|session|dispatch|control)\./;

/** A keeper that has heard of nothing. A text that is as it was is not written again. */
export function createStandingKeeper(parts: StandingKeeperParts): StandingKeeper {
  const waiting = new Map<string, () => void>();
  let writing = Promise.resolve();
  let isStopped = false;

  function hear(record: EventRecord): void {
    const item = !isStopped && parts.isOn() && TELLING.test(record.event) ? itemOf(record) : null;
    if (item === null || waiting.has(refKey(item))) return;
    const due = () => {
      waiting.delete(refKey(item));
      writing = writing.then(() => keep(parts, item)).catch((error: unknown) => tell(parts, error));
    };
    waiting.set(refKey(item), parts.clock.after(parts.gatherMs ?? GATHER_MS, due));
  }

  return {
    write: hear,
    flush: () => writing,
    stop: async () => {
      isStopped = true;
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
      await writing;
    },
  };
}

function itemOf(record: EventRecord): WorkItemRef | null {
  const named: unknown = record['work_item'];
  const parsed = typeof named === 'string' ? safeParseRef(named) : null;
  return parsed?.ok === true ? parsed.value : null;
}

/** Only items that the service drives, or drove, have a comment. The row comes first: a crash after it writes the same again. */
async function keep({ store, memory, nudge, clock }: StandingKeeperParts, item: WorkItemRef): Promise<void> {
  const records = createSessionRecords(store.records);
  const owner = (await records.owning([item]))[0]?.item ?? item;
  const report = await whyOfItem(memory, owner);
  if (report.session === null) return;
  const standing = createStandingRecords(store.records);
  const body = standingBody({ ...report, writes: report.writes.filter(({ kind }) => kind !== 'standing') });
  const digest = createHash('sha256').update(body).digest('hex');
  const last = await standing.text(owner);
  if (last.digest === digest) return;
  const payload: WritePayload = { kind: 'standing', ref: formatRef(owner), body, number: last.count };
  const lane = refKey(owner);
  const key = `${lane}:standing:${last.count}:${digest.slice(0, 16)}`;
  const row = {
    key,
    lane,
    host: owner.host,
    kind: 'standing',
    payload,
    createdAt: clock.now(),
    source: { kind: 'note' },
  };
  await store.outbox.put([row]);
  await standing.noteText(owner, digest);
  nudge();
}

function tell({ emit }: StandingKeeperParts, error: unknown): void {
  const why = error instanceof Error ? error.message : 'where an item stands could not be written';
  emit({ event: 'service.fault', component: 'standing-comment', error: why });
}
