import * as v from 'valibot';
import { fail, ok, type Result } from '../result.ts';
import { emptyState } from './empty-state.ts';
import { type Fact } from './fact.ts';
import { type GraphState } from './graph-state.ts';
import { factsOfOlderState } from './older-facts.ts';
import { createOlderSchema } from './older-schema.ts';
import { type StateProblem } from './state-problem.ts';

let schema: ReturnType<typeof createOlderSchema> | undefined;

/** Reads the layout without facts. Its revision is 0, so the first commit replaces it. */
export function readOlderState(
  json: Readonly<Record<string, unknown>>,
): Result<{ readonly state: GraphState; readonly revision: number }, StateProblem> {
  schema ??= createOlderSchema();
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) {
    const places = parsed.issues.map(
      (issue) => `${v.getDotPath(issue)?.slice(0, 200) ?? 'the file'}: another value is expected`,
    );
    return fail({ kind: 'invalid', problems: places });
  }
  const facts: readonly Fact[] = factsOfOlderState(parsed.output);
  return ok({ state: { ...emptyState(parsed.output.workItem, ''), loop: parsed.output.loop, facts }, revision: 0 });
}
