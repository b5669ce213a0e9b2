import { formatRef, refKey, safeParseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type RecordStore, updateRecord } from './record-store.ts';

const KIND = 'owner';
const OwnerSchema = v.object({ items: v.array(v.string()) });

/**
 * Which work items list a pull request. A hint that saves a scan: an entry is written before the binding and counts
 * only as long as the item's own record says the same.
 */
export interface OwnerIndex {
  itemsOf(pullRequest: WorkItemRef): Promise<readonly WorkItemRef[]>;
  add(pullRequest: WorkItemRef, item: WorkItemRef): Promise<void>;
  remove(pullRequest: WorkItemRef, item: WorkItemRef): Promise<void>;
}

/** The index over the store's records. */
export function createOwnerIndex(store: RecordStore): OwnerIndex {
  return {
    itemsOf: async (pullRequest) => readItems((await store.get(KIND, refKey(pullRequest)))?.value),
    add: (pullRequest, item) =>
      updateRecord(store, { kind: KIND, key: refKey(pullRequest) }, (value) => {
        const items = readItems(value);
        if (items.some((each) => sameRef(each, item))) return value;
        return { items: [...items, item].map(formatRef) };
      }),
    remove: (pullRequest, item) =>
      updateRecord(store, { kind: KIND, key: refKey(pullRequest) }, (value) => {
        const items = readItems(value);
        const rest = items.filter((each) => !sameRef(each, item));
        if (rest.length === items.length) return value;
        return rest.length === 0 ? null : { items: rest.map(formatRef) };
      }),
  };
}

function readItems(value: unknown): readonly WorkItemRef[] {
  const parsed = v.safeParse(OwnerSchema, value);
  if (!parsed.success) return [];
  return parsed.output.items.flatMap((text) => {
    const ref = safeParseRef(text);
    return ref.ok ? [ref.value] : [];
  });
}
