import * as v from 'valibot';
import { isWorkItemId } from '../refs/work-item-id.ts';
import { stateAtoms } from './fact-schema.ts';

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
export function createOlderSchema() {
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
