import { decodeJson, encodeJson } from '../json.ts';
import { type Records, type StoredRecord } from '../ports/records.ts';
import { belongsTo, type Renaming } from '../ports/renaming.ts';
import { answer, compareBytes, sortByBytes } from './memory-table.ts';

interface MemoryRecords {
  readonly port: Records;
  readonly sweep: (before: number) => void;
  readonly rename: (renaming: Renaming) => void;
  readonly isTaken: (renaming: Renaming) => boolean;
}

interface Entry {
  readonly kind: string;
  readonly key: string;
  /** Null: removed. */
  readonly text: string | null;
  readonly revision: number;
  readonly changedAt: number;
}

/** Records in memory, their sweep, and their part of a renaming. */
export function createMemoryRecords(now: () => number): MemoryRecords {
  const entries = new Map<string, Entry>();
  const place = (kind: string, key: string) => `${kind}\n${key}`;
  const write = (kind: string, key: string, change: { text: string | null; expectedRevision: number | null }) => {
    const before = entries.get(place(kind, key));
    const present = before !== undefined && before.text !== null ? before.revision : null;
    if (present !== change.expectedRevision) return 'conflict';
    const revision = (before?.revision ?? 0) + 1;
    entries.set(place(kind, key), { kind, key, text: change.text, revision, changedAt: now() });
    return 'ok';
  };

  const port: Records = {
    get: (kind, key) =>
      answer(() => {
        const entry = entries.get(place(kind, key));
        return entry === undefined ? null : (toRecords(entry)[0] ?? null);
      }),
    put: (kind, key, { value, expectedRevision }) =>
      answer(() => write(kind, key, { text: encodeJson(value), expectedRevision })),
    list: (kind, { prefix = '', after, limit } = {}) =>
      answer(() => {
        const listed = [...entries.values()]
          .filter((entry) => entry.kind === kind && entry.key.startsWith(prefix))
          .filter((entry) => after === undefined || compareBytes(entry.key, after) > 0);
        return sortByBytes(listed, ({ key }) => key)
          .flatMap(toRecords)
          .slice(0, limit);
      }),
    remove: (kind, key, expectedRevision) => answer(() => write(kind, key, { text: null, expectedRevision })),
  };
  const set = (kind: string, key: string, text: string | null) => {
    const revision = (entries.get(place(kind, key))?.revision ?? 0) + 1;
    entries.set(place(kind, key), { kind, key, text, revision, changedAt: now() });
  };
  const isPresent = (kind: string, key: string) => (entries.get(place(kind, key))?.text ?? null) !== null;
  return {
    port,
    isTaken: ({ single, names, key }) =>
      single !== undefined &&
      names.some((name) => key(name) !== name && isPresent(single, name) && isPresent(single, key(name))),
    rename: (renaming) => renameEntries({ set, isPresent, all: () => [...entries.values()] }, renaming),
    sweep: (before) => {
      for (const [at, entry] of entries) if (entry.text === null && entry.changedAt < before) entries.delete(at);
    },
  };
}

interface Entries {
  readonly all: () => readonly Entry[];
  readonly set: (kind: string, key: string, text: string | null) => void;
  readonly isPresent: (kind: string, key: string) => boolean;
}

function renameEntries(entries: Entries, renaming: Renaming): void {
  const { trail } = renaming;
  for (const entry of entries.all()) {
    if (entry.kind !== trail.kind) renameEntry(entries, renaming, entry);
  }
  for (const key of [trail.key, renaming.key(trail.key)]) {
    if (entries.isPresent(trail.kind, key)) entries.set(trail.kind, key, null);
  }
  if (!entries.isPresent(trail.kind, trail.key)) entries.set(trail.kind, trail.key, encodeJson(trail.value));
}

function renameEntry({ set, isPresent }: Entries, renaming: Renaming, { kind, key, text }: Entry): void {
  const isTheirs = belongsTo(renaming.names, key);
  if (text === null || (!isTheirs && !speaksOf(renaming, { kind, text }))) return;
  const before = decodeJson(text);
  const after = renaming.value({ kind, key, value: before });
  const name = isTheirs ? renaming.key(key) : key;
  if (name === key) {
    if (after !== before) set(kind, key, encodeJson(after));
    return;
  }
  set(kind, key, null);
  if (!isPresent(kind, name)) set(kind, name, encodeJson(after));
}

function speaksOf({ apart = [], mention }: Renaming, { kind, text }: { readonly kind: string; readonly text: string }) {
  return !apart.includes(kind) && text.toLowerCase().includes(mention.toLowerCase());
}

/** The record, or nothing when it was removed. */
function toRecords({ key, text, revision }: Entry): StoredRecord[] {
  return text === null ? [] : [{ key, value: decodeJson(text), revision }];
}
