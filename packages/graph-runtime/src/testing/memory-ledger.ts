import { type Ledger, type LedgerEntry } from '../items/ledger.ts';

/** A ledger in memory. */
export function createMemoryLedger(): Ledger {
  const rows = new Map<string, { value: LedgerEntry; revision: number }>();
  return {
    load: (key) => Promise.resolve(rows.get(key) ?? null),
    save(key, expectedRevision, value) {
      const current = rows.get(key)?.revision ?? null;
      if (current !== expectedRevision) return Promise.resolve('conflict');
      rows.set(key, { value, revision: (current ?? 0) + 1 });
      return Promise.resolve('ok');
    },
    list: (prefix) => Promise.resolve([...rows.keys()].filter((key) => key.startsWith(prefix)).sort()),
  };
}
