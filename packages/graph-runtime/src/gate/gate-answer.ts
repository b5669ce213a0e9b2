import {
  edgeFor,
  expandSkips,
  type Fact,
  type Graph,
  type GraphNode,
  type SelectedFact,
  type Stamp,
} from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { choicesOf } from './gate-offer.ts';

/** What a person answers at a terminal. */
export type GateAnswer =
  | { readonly kind: 'approve'; readonly note?: string }
  | { readonly kind: 'changes'; readonly note: string }
  | {
      readonly kind: 'select';
      /** Nodes and skip sets to leave out, and opt-in nodes to add; both empty means the default phases. */
      readonly skips?: readonly string[];
      readonly optIns?: readonly string[];
      readonly surface?: SelectedFact['surface'];
      readonly sessionPerPr?: SelectedFact['sessionPerPr'];
    }
  | { readonly kind: 'goal'; readonly goal: string; readonly criteria: readonly string[] };

/** An answer as the gate's hooks would have put it. */
export interface ReadAnswer {
  /** The hook of the gate that this answer stands in for. */
  readonly hook: string;
  readonly outcome: string;
  readonly fact: Fact;
}

interface Asked {
  readonly graph: Graph;
  readonly node: GraphNode;
  readonly stamp: Stamp;
  readonly subjects: Readonly<Record<string, string>>;
  readonly sessionPerPr: SelectedFact['sessionPerPr'];
  /** Commands that the gate does take. */
  readonly commands: readonly string[];
}

function refuse(message: string, remedy: string): never {
  throw runtimeError('VERB_REFUSED_ANSWER', message, { remedy });
}

function refuseKind({ node, commands }: Asked): never {
  const remedy = commands.length === 0 ? 'see the-loop graph status for what it waits for' : commands.join(', or ');
  return refuse(`${node.id} does not ask for this kind of answer`, remedy);
}

function hookOf(asked: Asked, names: readonly string[]): string {
  return asked.node.exit.map((entry) => entry.hook).find((name) => names.includes(name)) ?? refuseKind(asked);
}

function firstEdge(asked: Asked, outcomes: readonly string[]): string {
  const { graph, node } = asked;
  return outcomes.find((outcome) => edgeFor(graph, node.id, outcome) !== undefined) ?? refuseKind(asked);
}

const reviewHooks = ['classify-feedback', 'classify-adhoc-reply'];

function readApproval(asked: Asked, note: string): ReadAnswer {
  const hook = hookOf(asked, reviewHooks);
  const wanted = note === '' ? ['approved', 'done'] : ['approved-with-comments', 'approved', 'done'];
  const outcome = firstEdge(asked, wanted) as 'approved' | 'approved-with-comments' | 'done';
  const { stamp, subjects, node } = asked;
  const fact: Fact = {
    kind: 'approved',
    ...stamp,
    node: node.id,
    outcome,
    headSha: '',
    subjects,
    used: [],
    approvers: [stamp.by],
  };
  return { hook, outcome, fact };
}

function readChanges(asked: Asked, note: string): ReadAnswer {
  const hook = hookOf(asked, reviewHooks);
  if (note.trim() === '') refuse('a request for changes says what to change', 'pass --note');
  const outcome = firstEdge(asked, ['changes-requested', 'more-work']) as 'changes-requested' | 'more-work';
  return { hook, outcome, fact: { kind: 'changes-requested', ...asked.stamp, node: asked.node.id, outcome, used: [] } };
}

function readSkips(graph: Graph, tokens: readonly string[]): string[] {
  const { accepted, rejected } = expandSkips(graph, tokens);
  if (rejected.length > 0) refuse(`not to be skipped: ${rejected.join(', ')}`, skippableOf(graph));
  return Object.keys(accepted);
}

function skippableOf(graph: Graph): string {
  const { skippable, skipSets } = choicesOf(graph);
  return `name some of ${[...skippable, ...skipSets].join(', ') || 'none: nothing of this loop can be skipped'}`;
}

function readOptIns(graph: Graph, tokens: readonly string[]): string[] {
  const optional = new Set(graph.nodes.filter((node) => node.optIn).map((node) => node.id));
  const unknown = tokens.filter((token) => !optional.has(token));
  if (unknown.length > 0)
    refuse(
      `not to be chosen: ${unknown.join(', ')}`,
      `name one of ${[...optional].join(', ') || 'none: this loop has no opt-in nodes'}`,
    );
  return [...tokens];
}

function readSelection(asked: Asked, answer: Extract<GateAnswer, { kind: 'select' }>): ReadAnswer {
  const hook = hookOf(asked, ['classify-phase-selection']);
  const skips = readSkips(asked.graph, answer.skips ?? []);
  const optIns = readOptIns(asked.graph, answer.optIns ?? []);
  const via = skips.length + optIns.length > 0 ? 'reply' : 'default';
  const { surface = 'work-item', sessionPerPr = asked.sessionPerPr } = answer;
  return {
    hook,
    outcome: 'selected',
    fact: { kind: 'selected', ...asked.stamp, skips, optIns, surface, sessionPerPr, via },
  };
}

function readGoal(asked: Asked, answer: Extract<GateAnswer, { kind: 'goal' }>): ReadAnswer {
  const hook = hookOf(asked, ['classify-goal']);
  const goal = answer.goal.trim();
  const criteria = answer.criteria.map((one) => one.trim()).filter((one) => one !== '');
  if (goal === '' || criteria.length === 0)
    refuse('a goal needs a text and at least one criterion', 'pass --goal and --criterion');
  return { hook, outcome: 'defined', fact: { kind: 'goal', ...asked.stamp, goal, criteria } };
}

/** What an answer means at a gate. Throws `VERB_REFUSED_ANSWER` when the gate asks for something else. */
export function readAnswer(asked: Asked, answer: GateAnswer): ReadAnswer {
  switch (answer.kind) {
    case 'approve':
      return readApproval(asked, answer.note?.trim() ?? '');
    case 'changes':
      return readChanges(asked, answer.note);
    case 'select':
      return readSelection(asked, answer);
    case 'goal':
      return readGoal(asked, answer);
  }
}
