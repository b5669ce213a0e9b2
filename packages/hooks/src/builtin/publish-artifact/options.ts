import * as v from 'valibot';
import { slotSchema } from '../../artifact-slots/artifact-slot.ts';

/** Which document is shown on the thread. */
export const publishArtifactOptions = v.strictObject({ artifact: v.optional(slotSchema) });
