import * as v from 'valibot';

/** Which tool is called, and through which agent. */
export const mcpCallOptions = v.strictObject({
  tool: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}$/, 'is the name of a tool'))),
  arguments: v.optional(v.record(v.string(), v.unknown()), {}),
  harness: v.optional(v.picklist(['claude', 'cursor']), 'claude'),
  timeoutSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600)), 300),
  /** Hold the gate when the call fails; otherwise a failure is only reported. */
  required: v.optional(v.boolean(), false),
});

export type McpCallOptions = v.InferOutput<typeof mcpCallOptions>;
