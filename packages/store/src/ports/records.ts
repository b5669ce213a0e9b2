/** A JSON document with the revision it has. */
export interface StoredRecord {
  readonly key: string;
  readonly value: unknown;
  /** Grows with every change, also across a removal. */
  readonly revision: number;
}

/** Which records of a kind to list. */
export interface RecordFilter {
  /** Only keys that begin with this. */
  readonly prefix?: string;
  /** Only keys after this one. */
  readonly after?: string;
  readonly limit?: number;
}

/** JSON documents by kind and key, changed by compare-and-swap. Writes are durable when their promise resolves. */
export interface Records {
  get(kind: string, key: string): Promise<StoredRecord | null>;
  /**
   * Writes `value` when the record has `expectedRevision`, or when there is none and it is null. The revision of a
   * changed record is then `expectedRevision + 1`.
   */
  put(kind: string, key: string, change: RecordChange): Promise<'ok' | 'conflict'>;
  /** Sorted by key. */
  list(kind: string, filter?: RecordFilter): Promise<StoredRecord[]>;
  remove(kind: string, key: string, expectedRevision: number): Promise<'ok' | 'conflict'>;
}

/** What a record becomes, and what it must be. */
export interface RecordChange {
  /** JSON. */
  readonly value: unknown;
  readonly expectedRevision: number | null;
}
