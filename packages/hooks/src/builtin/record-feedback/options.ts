import * as v from 'valibot';
import { slotSchema } from '../../artifact-slots/artifact-slot.ts';

/** Which document the comments are about. */
export const recordFeedbackOptions = v.strictObject({ into: v.optional(slotSchema) });
