import { type EventRecord, type Level } from '@the-loop/events';

/** A record with its place in the log. */
export interface StoredEvent {
  /** Grows in the order of appending; a cursor for `after`. */
  readonly id: number;
  readonly record: EventRecord;
}

/** Which events to answer. */
export interface EventQuery {
  /** Names, in which `*` stands for any text and `?` for one character; any of them. */
  readonly types?: readonly string[];
  /** Events about this work item, alone or among others. */
  readonly workItem?: string;
  readonly deliveryId?: string;
  readonly source?: string;
  /** At least this level. */
  readonly level?: Level;
  /** At or after this instant, in milliseconds since 1970. */
  readonly since?: number;
  /** Only events after this one; then the first `limit` are answered, otherwise the last. */
  readonly after?: number;
  readonly limit: number;
}

/** Events as rows. */
export interface EventLog {
  append(record: EventRecord): Promise<void>;
  /** Oldest first. */
  query(query: EventQuery): Promise<StoredEvent[]>;
}
