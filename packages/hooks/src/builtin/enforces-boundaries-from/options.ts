import * as v from 'valibot';
import { slotSchema } from '../../artifact-slots/artifact-slot.ts';

/** Whose boundaries the node's documents must answer. */
export const enforcesBoundariesFromOptions = v.strictObject({
  upstream: v.optional(slotSchema),
  /** Phrases to look for where the upstream document numbers nothing. */
  markers: v.optional(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty('is a phrase'))), []),
});
