import * as v from 'valibot';
import { slotSchema } from '../../artifact-slots/artifact-slot.ts';

const title = v.pipe(v.string(), v.nonEmpty('is the title of a section'));

const fields = v.strictObject({
  /** The author has locked it: front matter `status` is `approved` or `ready`. */
  locked: v.optional(v.boolean(), false),
  /** Keys of the front matter and what they must be, compared as text. */
  frontMatter: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  /** Titles of sections that must be there and say something. */
  sections: v.optional(
    v.array(
      v.union([
        title,
        v.strictObject({
          title,
          /** Least number of characters that say something. */
          minChars: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
          /** Words that must occur, without letter case. */
          mustMention: v.optional(v.array(v.string()), []),
        }),
      ]),
    ),
    [],
  ),
  /** Every box is ticked, and there is at least one. */
  checkmarks: v.optional(v.literal('complete', 'can only be "complete"')),
  /** `checkmarks` is content with a file that has no boxes. */
  allowNone: v.optional(v.boolean(), false),
  /** A file to check beside what the node produces. */
  validates: v.optional(slotSchema),
  /** Check only where nobody is going to write this file, and nobody did. */
  onlyWhenSkipped: v.optional(slotSchema),
  /** Titles of sections in which a placeholder is enough. */
  allowPlaceholder: v.optional(v.array(title), []),
  /** An earlier node: each of `sections` must say something else than it did when that node was left. */
  distinctFrom: v.optional(v.pipe(v.string(), v.nonEmpty('is the id of an earlier node'))),
});

/** What `validate-artifacts` may be asked to check. */
export const validateArtifactsOptions = v.pipe(
  fields,
  v.check(
    ({ distinctFrom, sections }) => distinctFrom === undefined || sections.length > 0,
    'distinctFrom compares sections, and none are named',
  ),
);

export type ValidateArtifactsOptions = v.InferOutput<typeof validateArtifactsOptions>;
