import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type Records } from '@the-loop/store';

const TEXT = 'standing-text';
const COMMENT = 'standing-comment';

/** What is known of the comments that say where items stand. */
export interface StandingRecords {
  /** The digest of the text that was last asked to be written, and how many were before it. */
  text(item: WorkItemRef): Promise<{ readonly digest: string; readonly count: number }>;
  noteText(item: WorkItemRef, digest: string): Promise<void>;
  /** The comment's id; null before the first one is written. */
  comment(item: WorkItemRef): Promise<string | null>;
  noteComment(item: WorkItemRef, id: string): Promise<void>;
}

export function createStandingRecords(records: Records): StandingRecords {
  const put = async (kind: string, item: WorkItemRef, value: string): Promise<void> => {
    const key = refKey(item);
    const current = await records.get(kind, key);
    // One writer each: the keeper writes texts, the drain writes ids, and an item's rows are written one after another.
    await records.put(kind, key, { value, expectedRevision: current?.revision ?? null });
  };
  return {
    text: async (item) => {
      const found = await records.get(TEXT, refKey(item));
      return { digest: textOf(found?.value), count: found?.revision ?? 0 };
    },
    noteText: (item, digest) => put(TEXT, item, digest),
    comment: async (item) => {
      const found = await records.get(COMMENT, refKey(item));
      return found === null ? null : textOf(found.value);
    },
    noteComment: (item, id) => put(COMMENT, item, id),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
