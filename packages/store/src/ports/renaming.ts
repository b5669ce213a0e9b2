import { type OutboxRow } from './outbox.ts';

/**
 * Keys that become others, everywhere and at once. The store knows keys and not what they mean: what is renamed, and how
 * values follow, is said by whoever asks. All functions are pure.
 */
export interface Renaming {
  /**
   * Old keys. A record is one of theirs when its key is one of them, alone or before `/` or `:`; a delivery, turn or write
   * when its lane or conversation is one.
   */
  readonly names: readonly string[];
  /** The new key of a record, lane, conversation, turn or write; the same for one that stays. */
  readonly key: (key: string) => string;
  /** A text. Records of other keys whose value holds it, in any case, are asked about too. */
  readonly mention: string;
  /** Kinds of which only records of the names are asked about, whatever others say: what is large is not read. */
  readonly apart?: readonly string[];
  /** A kind of which nothing is given up: where an old name and its new one both have a record of it, nothing is renamed. */
  readonly single?: string;
  /** The value of a record afterwards; the very same for one that stays. `key` is the old one. */
  readonly value: (record: RenamedRecord) => unknown;
  /** What a write that is not done says afterwards. */
  readonly write: (row: OutboxRow) => Pick<OutboxRow, 'payload' | 'source'>;
  /** A record under the old name that leads to the new one. One of its kind under the new name is removed. */
  readonly trail: RenamedRecord;
}

export interface RenamedRecord {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
}

/**
 * `busy`: a turn of theirs runs, or a write of theirs is on its way. `taken`: the new name has what there can only be one of.
 * Nothing was changed.
 */
export type RenameOutcome = 'renamed' | 'busy' | 'taken';

/** Whether a record's key belongs to one of the names. */
export function belongsTo(names: readonly string[], key: string): boolean {
  return names.some((name) => key === name || key.startsWith(`${name}/`) || key.startsWith(`${name}:`));
}
