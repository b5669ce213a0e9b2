import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type Ledger, type LedgerEntry } from '@the-loop/graph-runtime';
import { type Records } from '@the-loop/store';

const KIND = 'ledger';

/** The service's own copy of the facts of one work item and its inner loops, kept in the store. */
export function createLedger(records: Records, item: WorkItemRef): Ledger {
  const prefix = `${refKey(item)}/`;
  return {
    async load(key) {
      const found = await records.get(KIND, prefix + key);
      return found === null ? null : { value: found.value as LedgerEntry, revision: found.revision };
    },
    save: (key, expectedRevision, entry) =>
      records.put(KIND, prefix + key, {
        value: entry,
        expectedRevision: expectedRevision === null ? null : Number(expectedRevision),
      }),
    async list(keyPrefix) {
      const found = await records.list(KIND, { prefix: prefix + keyPrefix });
      return found.map(({ key }) => key.slice(prefix.length));
    },
  };
}
