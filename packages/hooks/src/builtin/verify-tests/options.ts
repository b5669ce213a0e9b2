import * as v from 'valibot';

/** How the verification is run. What is run is the operator's decision, not the graph's. */
export const verifyTestsOptions = v.strictObject({
  timeoutSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600)), 900),
});
