import * as v from 'valibot';
import { type RecordStore, updateRecord } from '../records/record-store.ts';

const GapFillSchema = v.object({
  /** ISO 8601: deliveries before it were looked after. */
  watermark: v.string(),
  /** Why the log cannot be read; empty where it can. */
  unavailable: v.string(),
});

/** How far the delivery log of a repository's webhook was looked after. */
export type GapFillRecord = v.InferOutput<typeof GapFillSchema>;

/** Kind of the records; the key is `host/owner/repo`. */
export const GAP_FILL_RECORDS = 'gap-fill';

/** Null where the log was never looked at, and for what is no such record: then it begins anew. */
export function parseGapFillRecord(value: unknown): GapFillRecord | null {
  const parsed = v.safeParse(GapFillSchema, value);
  return parsed.success ? parsed.output : null;
}

/** Reads the record of a repository. */
export async function readGapFill(store: RecordStore, repository: string): Promise<GapFillRecord | null> {
  return parseGapFillRecord((await store.get(GAP_FILL_RECORDS, repository))?.value);
}

/** Writes it. */
export function writeGapFill(store: RecordStore, repository: string, record: GapFillRecord): Promise<void> {
  return updateRecord(store, { kind: GAP_FILL_RECORDS, key: repository }, () => record);
}
