import { expandSkips, type Graph, type GraphNode, type LoopAddress } from '@the-loop/graph-core';

type AnswerKind = 'approve' | 'changes' | 'select' | 'goal';

/** What a gate can be answered with. */
export interface GateOffer {
  /** Commands, each with the kinds of things that stand in it: `the-loop gate answer issue-7 approve [--note <text>]`. */
  readonly commands: readonly string[];
  /** What a selection may leave out and add; null where the gate asks for none. */
  readonly choices: GateChoices | null;
}

/** Tokens of a selection. */
export interface GateChoices {
  readonly skippable: readonly string[];
  readonly skipSets: readonly string[];
  readonly optIn: readonly string[];
}

const ARGUMENTS: Readonly<Record<AnswerKind, string>> = {
  approve: 'approve [--note <text>]',
  changes: 'changes --note <text>',
  select: 'select [--skip <token>]… [--add <node>]…',
  goal: 'goal --goal <text> --criterion <text>…',
};

const KINDS: Readonly<Record<string, readonly AnswerKind[]>> = {
  'classify-feedback': ['approve', 'changes'],
  'classify-adhoc-reply': ['approve', 'changes'],
  'classify-phase-selection': ['select'],
  'classify-goal': ['goal'],
};

/** What the gate at a node takes. */
export function offerOf(graph: Graph, node: GraphNode, address: LoopAddress): GateOffer {
  const kinds = new Set(node.exit.flatMap(({ hook }) => KINDS[hook] ?? []));
  return {
    commands: [...kinds].map((kind) => `the-loop gate answer ${address.id} ${ARGUMENTS[kind]}${flagsOf(address)}`),
    choices: kinds.has('select') ? choicesOf(graph) : null,
  };
}

/** What a selection in a graph may name. */
export function choicesOf(graph: Graph): GateChoices {
  const optIn = graph.nodes.filter((node) => node.optIn).map(({ id }) => id);
  const leftOut = graph.nodes.filter(({ id, optIn: isOptIn }) => !isOptIn && isSkippable(graph, id));
  return { skippable: leftOut.map(({ id }) => id), skipSets: Object.keys(graph.skipSets), optIn };
}

function isSkippable(graph: Graph, id: string): boolean {
  return Object.hasOwn(expandSkips(graph, [id]).accepted, id);
}

/** The options that name a loop beside its item; empty for the item's own. */
export function flagsOf({ pr, prRepo }: LoopAddress): string {
  return `${pr === undefined ? '' : ` --pr ${pr}`}${prRepo === undefined ? '' : ` --pr-repo ${prRepo}`}`;
}
