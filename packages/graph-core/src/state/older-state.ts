import * as v from 'valibot';
import { isWorkItemId } from '../refs/work-item-id.ts';
import { fail, ok, type Result } from '../result.ts';
import { emptyState } from './empty-state.ts';
import { type Fact } from './fact.ts';
import { stateAtoms } from './fact-schema.ts';
import { type GraphState } from './graph-state.ts';
import { factsOfOlderState } from './older-facts.ts';
import { type StateProblem } from './state-problem.ts';

/** Values that may be missing or empty in the layout without facts. */
function olderAtoms() {
  const { text, time, nodeId } = stateAtoms();
  return {
    text,
    nodeId,
    maybe: v.optional(text, ''),
    note: v.optional(text, ''),
    when: v.optional(v.union([time, v.literal('')]), ''),
    maybeId: v.optional(v.union([v.literal(''), nodeId]), ''),
  };
}

function olderNode({ maybe, when }: ReturnType<typeof olderAtoms>) {
  const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
  const attempts = v.optional(count, 0);
  const forced = v.optional(v.boolean(), false);
  return v.object({ attempts, outcome: maybe, enteredAt: when, exitedAt: when, forced });
}

function olderDecisions({ text, maybe, when }: ReturnType<typeof olderAtoms>) {
  const selection = v.object({ at: when, via: maybe, surface: maybe, sessionPerPr: maybe });
  const goal = v.object({ at: when, goal: v.object({ goal: text, criteria: v.array(text), by: maybe }) });
  return v.object({ 'phase-selection': v.exactOptional(selection), 'goal-definition': v.exactOptional(goal) });
}

/** The layout without facts: what it holds is believed to have happened, by whoever it names. */
function createOlderSchema() {
  const atoms = olderAtoms();
  const { text, nodeId, maybe, note, when, maybeId } = atoms;
  const declared = v.object({ via: maybe, token: maybe, by: maybe, reason: note, at: when });
  const force = v.object({
    from: maybe,
    to: nodeId,
    reason: note,
    actor: maybe,
    at: when,
    warnings: v.optional(v.array(text), []),
  });
  return v.object({
    workItem: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.check(isWorkItemId))]), ''),
    currentNode: maybeId,
    nodes: v.optional(v.record(nodeId, olderNode(atoms)), {}),
    decisions: v.optional(olderDecisions(atoms), {}),
    forced: v.optional(v.array(force), []),
    parked: v.optional(v.nullable(v.object({ node: nodeId, reason: note, since: when })), null),
    completions: v.optional(v.record(nodeId, v.object({ at: when, by: maybe })), {}),
    skips: v.optional(v.record(nodeId, declared), {}),
    optIns: v.optional(v.record(nodeId, declared), {}),
    surface: maybe,
    loop: maybeId,
  });
}

/** A state in the layout without facts, with defaults for what it lacks. */
export type OlderState = v.InferOutput<ReturnType<typeof createOlderSchema>>;

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
