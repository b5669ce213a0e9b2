import * as v from 'valibot';

/** What the agent was asked to answer with. */
const answerSchema = v.object({ ok: v.boolean(), result: v.optional(v.string()) });

/** The same as JSON Schema, for the agent's own check. */
export const ANSWER_SCHEMA = {
  type: 'object',
  required: ['ok'],
  properties: { ok: { type: 'boolean' }, result: { type: 'string' } },
} as const;

export type ToolAnswer = v.InferOutput<typeof answerSchema>;

/** Finds the answer in what an agent printed: the answer itself, or an envelope around it. `null` when there is none. */
export function readToolAnswer(lines: readonly string[]): ToolAnswer | null {
  const printed = parseJson(lines.join('\n')) ?? parseJson(lines.findLast((line) => line.trim() !== '') ?? '');
  const inner = isRecord(printed) ? [printed['structured_output'], parseJson(printed['result'])] : [];
  const found = [printed, ...inner]
    .map((candidate) => v.safeParse(answerSchema, candidate))
    .find(({ success }) => success);
  return found?.success === true ? found.output : null;
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Printed text is not always JSON; the caller looks elsewhere.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
