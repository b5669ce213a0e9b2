import * as v from 'valibot';

/** What `lint-artifacts` looks for. */
export const lintArtifactsOptions = v.strictObject({
  diagrams: v.optional(v.boolean(), true),
  maxLineLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
