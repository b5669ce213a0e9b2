import { type EventLog } from './event-log.ts';
import { type Inbox } from './inbox.ts';
import { type Outbox } from './outbox.ts';
import { type Records } from './records.ts';
import { type RenameOutcome, type Renaming } from './renaming.ts';
import { type Turns } from './turns.ts';

/** Up to when finished things may be forgotten, in milliseconds since 1970. */
export interface SweepLimits {
  /** Deliveries settled or dropped, writes done, turns finished and records removed before this. Dead rows stay. */
  readonly finishedBefore: number;
  readonly eventsBefore: number;
}

/** How many rows a sweep removed. */
export interface SweepReport {
  readonly inbox: number;
  readonly outbox: number;
  readonly turns: number;
  readonly events: number;
}

/** Everything the service remembers, in one file. */
export interface Store {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly turns: Turns;
  readonly records: Records;
  readonly eventLog: EventLog;
  /**
   * Renames keys in one durable step; asked again, it changes nothing. Where something has the new key already, that
   * stands, and the record under the old one is removed; `taken` where it may not be.
   */
  rename(renaming: Renaming): Promise<RenameOutcome>;
  sweep(limits: SweepLimits): Promise<SweepReport>;
  /** Waits for writes under way and closes the file. Whatever is asked afterwards is refused with STORE_CLOSED. */
  close(): Promise<void>;
}
