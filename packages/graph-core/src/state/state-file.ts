import * as v from 'valibot';
import { isMapping } from '../graph/check-shape.ts';
import { type Graph } from '../graph/graph.ts';
import { isWorkItemId } from '../refs/work-item-id.ts';
import { fail, ok, type Result } from '../result.ts';
import { createDoneSchema, createPendingSchema } from './effect-schema.ts';
import { createFactSchema, stateAtoms } from './fact-schema.ts';
import { type GraphState } from './graph-state.ts';
import { readOlderState } from './older-state.ts';
import { type StateProblem } from './state-problem.ts';
import { viewState } from './view-state.ts';

/** Version of the layout that is written. */
export const STATE_VERSION = 2;

/** A state with the revision it was stored at; 0 before it was stored. */
export interface StoredState {
  readonly state: GraphState;
  readonly revision: number;
}

function createStateSchema() {
  const { text, nodeId } = stateAtoms();
  const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
  return v.object({
    version: v.literal(STATE_VERSION),
    workItem: v.pipe(v.string(), v.check(isWorkItemId)),
    repository: text,
    loop: v.union([v.literal(''), nodeId]),
    revision: count,
    graph: v.nullable(v.strictObject({ name: text, version: count, digest: text })),
    facts: v.array(createFactSchema()),
    pending: v.array(createPendingSchema()),
    done: v.record(text, createDoneSchema()),
  });
}

let schema: ReturnType<typeof createStateSchema> | undefined;

function stateSchema(): ReturnType<typeof createStateSchema> {
  schema ??= createStateSchema();
  return schema;
}

/**
 * The content of `graph-state.json`: first what people read, derived from the facts, then the facts, the effects that wait and
 * those that are done. Only the latter are read back.
 */
export function stateToFile(graph: Graph, state: GraphState, revision: number): Readonly<Record<string, unknown>> {
  const view = viewState(graph, state);
  const declared = Object.entries(view.skips).filter(([, { via }]) => via !== 'not-selected');
  return {
    version: STATE_VERSION,
    workItem: state.workItem,
    repository: state.repository,
    loop: state.loop,
    revision,
    graph: state.graph,
    currentNode: view.currentNode,
    nodes: view.nodes,
    decisions: decisionsOf(view),
    skips: Object.fromEntries(declared),
    optIns: optInsOf(view),
    surface: view.surface,
    forced: view.forced.map(({ from, to, reason, by, at, warnings }) => ({
      from,
      to,
      reason,
      actor: by.login,
      at,
      warnings,
    })),
    completions: view.completions,
    parked: view.parked,
    facts: state.facts,
    pending: state.pending,
    done: state.done,
  };
}

function optInsOf({ optInSources }: ReturnType<typeof viewState>): Readonly<Record<string, unknown>> {
  const rows = Object.entries(optInSources).map(([node, { via, by, at }]) => [node, { via, token: node, by, at }]);
  return Object.fromEntries(rows) as Record<string, unknown>;
}

function decisionsOf({ selection, goal, approvals }: ReturnType<typeof viewState>): Readonly<Record<string, unknown>> {
  const answers = Object.values(approvals).map(({ node, at, outcome, by, subjects }) => [
    node,
    { at, outcome, by: by.login, subjects },
  ]);
  return {
    ...(selection === null
      ? {}
      : {
          'phase-selection': {
            at: selection.at,
            by: selection.by.login,
            via: selection.via,
            surface: selection.surface,
            sessionPerPr: selection.sessionPerPr,
          },
        }),
    ...(goal === null
      ? {}
      : { 'goal-definition': { at: goal.at, goal: { goal: goal.goal, criteria: goal.criteria, by: goal.by.login } } }),
    ...(Object.fromEntries(answers) as Record<string, unknown>),
  };
}

/**
 * Reads the content of a state file. A file without facts, as an earlier layout has it, is read as recorded facts. Never
 * throws.
 */
export function stateFromFile(json: unknown): Result<StoredState, StateProblem> {
  if (!isMapping(json)) return fail({ kind: 'invalid', problems: ['a state file is a mapping'] });
  const version = json['version'] ?? 1;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
    return fail({ kind: 'invalid', problems: ['version is not a whole number of at least 1'] });
  }
  if (version > STATE_VERSION) return fail({ kind: 'newer-version', version, supported: STATE_VERSION });
  return version < STATE_VERSION ? readOlderState(json) : readState(json);
}

function readState(json: Readonly<Record<string, unknown>>): Result<StoredState, StateProblem> {
  const parsed = v.safeParse(stateSchema(), json, { abortPipeEarly: true });
  if (!parsed.success) return fail({ kind: 'invalid', problems: parsed.issues.map(describeIssue) });
  const { workItem, repository, loop, graph, facts, pending, done, revision } = parsed.output;
  return ok({ state: { workItem, repository, loop, graph, facts, pending, done }, revision });
}

/** Where and what, without quoting the file: its text may come from anyone. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? '';
  const expected = issue.expected ?? 'another value';
  return `${place === '' ? 'the file' : place.slice(0, 200)}: expected ${issue.kind === 'schema' ? expected : 'another value'}`;
}
