import { type Records } from '@the-loop/store';
import * as v from 'valibot';
import { type RecordStore, updateRecord } from './record-store.ts';

/** What an effect left behind for the later ones of its row. */
const EffectResultSchema = v.pipe(
  v.object({
    /** A gate used the event's words: nobody else may. */
    consumed: v.optional(v.boolean(), false),
    /** One word for `explain`. */
    outcome: v.string(),
  }),
  v.readonly(),
);
export type EffectResult = v.InferOutput<typeof EffectResultSchema>;

const AppliedSchema = v.object({ results: v.array(EffectResultSchema) });
const KIND = 'applied';

/**
 * How far a row's decision has been carried out: one result per finished effect, in order. Written after each effect,
 * so after a crash only the effect that was running is done again.
 */
export interface AppliedRecord {
  read(delivery: string): Promise<readonly EffectResult[]>;
  /** `results` holds every finished effect, the new one last. */
  write(delivery: string, results: readonly EffectResult[]): Promise<void>;
  remove(delivery: string): Promise<void>;
  /** Every delivery that has such a record. */
  deliveries(): Promise<readonly string[]>;
}

/** The record over the store. */
export function createAppliedRecord(store: RecordStore & Pick<Records, 'list'>): AppliedRecord {
  return {
    read: async (key) => {
      const parsed = v.safeParse(AppliedSchema, (await store.get(KIND, key))?.value);
      return parsed.success ? parsed.output.results : [];
    },
    write: (key, results) => updateRecord(store, { kind: KIND, key }, () => ({ results })),
    remove: (key) => updateRecord(store, { kind: KIND, key }, () => null),
    deliveries: async () => (await store.list(KIND)).map((record) => record.key),
  };
}
