/** `in-flight` may or may not have reached its host; after a crash it is looked for before it is repeated. */
export type OutboxStatus = 'waiting' | 'in-flight' | 'done' | 'dead';

/** A write to the outside. Two with one key are the same write. All times are milliseconds since 1970. */
export interface NewOutboxRow {
  /** The operation key. */
  readonly key: string;
  /** Rows of one lane are written in the order they were put. */
  readonly lane: string;
  readonly host: string;
  /** What it does: `comment`, `label`, `reaction`, … */
  readonly kind: string;
  /** JSON. */
  readonly payload: unknown;
  readonly createdAt: number;
  /** What caused it, as JSON: the address of the work item, the effect key, the delivery. */
  readonly source: unknown;
}

/** A stored write. */
export interface OutboxRow extends NewOutboxRow {
  /** Grows in the order of putting. */
  readonly id: number;
  readonly status: OutboxStatus;
  /** Tries that began. */
  readonly attempts: number;
  readonly notBefore: number;
  /** Our own words for the last failure; empty when none. */
  readonly error: string;
  /** What the host answered, as JSON; null until done. */
  readonly result: unknown;
  readonly finishedAt: number | null;
}

/** Which writes to list; newest first. */
export interface OutboxFilter {
  readonly status?: OutboxStatus;
  readonly lane?: string;
  readonly host?: string;
  /** Only those with a smaller id. */
  readonly before?: number;
  readonly limit: number;
}

/** Writes to the outside, each done once. Writes to the store are durable when their promise resolves. */
export interface Outbox {
  /** Stores rows whose key is new; answers, in order, which were. */
  put(rows: readonly NewOutboxRow[]): Promise<('stored' | 'duplicate')[]>;
  get(key: string): Promise<OutboxRow | null>;
  /**
   * Waiting rows that may be tried at `now`, oldest first: of each lane only the first unfinished row, and none of a
   * lane with a row in flight.
   */
  due(now: number, limit: number): Promise<OutboxRow[]>;
  /** Marks a waiting row in flight and counts the try, durably and before anything is sent. Null when it is not waiting. */
  begin(key: string): Promise<OutboxRow | null>;
  done(key: string, result: unknown): Promise<boolean>;
  /** Puts a row in flight back to wait. */
  retry(key: string, failure: { readonly error: string; readonly notBefore: number }): Promise<boolean>;
  /** Gives a row up. */
  dead(key: string, error: string): Promise<boolean>;
  /** Lets an unfinished or dead row wait with no time to wait for; a dead one with no try counted. */
  requeue(key: string): Promise<boolean>;
  /** Rows in flight, oldest first: after a start, those a crash interrupted. */
  inFlight(): Promise<OutboxRow[]>;
  list(filter: OutboxFilter): Promise<OutboxRow[]>;
  count(): Promise<Readonly<Record<OutboxStatus, number>>>;
}
