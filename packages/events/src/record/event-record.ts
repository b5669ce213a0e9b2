import { type Level } from '../catalogue/define-event.ts';

/** What a field of a record may hold. */
export type RecordValue = string | number | boolean | readonly string[];

/** An event with its envelope, as it is stored: flat, redacted, without undefined fields. */
export interface EventRecord {
  /** ISO 8601, UTC, milliseconds. */
  readonly ts: string;
  /** Which process: `service`, `cli`, `agent`. */
  readonly source: string;
  readonly event: string;
  readonly level: Level;
  readonly pid: number;
  readonly [field: string]: RecordValue;
}

/** Where records go. `write` returns at once and never throws; a sink reports its own failures where it was told to. */
export interface EventSink {
  write(record: EventRecord): void;
  /** Resolves when everything written so far is out of the process. */
  flush(): Promise<void>;
}
