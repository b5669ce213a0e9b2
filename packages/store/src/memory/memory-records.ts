import { decodeJson, encodeJson } from '../json.ts';
import { type Records, type StoredRecord } from '../ports/records.ts';
import { answer, compareBytes, sortByBytes } from './memory-table.ts';

interface Entry {
  readonly kind: string;
  readonly key: string;
  /** Null: removed. */
  readonly text: string | null;
  readonly revision: number;
  readonly changedAt: number;
}

/** Records in memory, and their sweep. */
export function createMemoryRecords(now: () => number): { port: Records; sweep: (before: number) => void } {
  const entries = new Map<string, Entry>();
  const place = (kind: string, key: string) => JSON.stringify([kind, key]);
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
  return {
    port,
    sweep: (before) => {
      for (const [at, entry] of entries) if (entry.text === null && entry.changedAt < before) entries.delete(at);
    },
  };
}

/** The record, or nothing when it was removed. */
function toRecords({ key, text, revision }: Entry): StoredRecord[] {
  return text === null ? [] : [{ key, value: decodeJson(text), revision }];
}
