import { edgeFor, findNode, type Graph, type GraphNode } from '@the-loop/graph-core';
import { openLoop } from './open-loop.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';

/** What is assumed. Outcomes that are not given are the favourable ones. */
export interface SimulateInput extends VerbInput {
  /** Per node, the outcomes of its visits in order, such as `{ 'design-approval': ['changes-requested', 'approved'] }`. */
  readonly outcomes?: Readonly<Record<string, readonly string[]>>;
  /** Nodes that are left out beside those already declared. */
  readonly skips?: readonly string[];
  /** True: from the start of the loop, whatever has happened. */
  readonly fromStart?: boolean;
}

/** One node of an assumed way. */
export interface SimulatedStep {
  readonly node: string;
  readonly actor: GraphNode['actor'];
  readonly outcome: string;
  /** Null where the way ends: at a terminal node, or for want of an edge. */
  readonly to: string | null;
}

/** An assumed way, and how it ends. */
export interface SimulateReport {
  readonly workItem: string;
  readonly loop: string;
  readonly steps: readonly SimulatedStep[];
  readonly end: 'terminal' | 'no-edge' | 'bound';
}

const maxSteps = 200;
const favourable = ['pass', 'selected', 'defined', 'approved', 'done'];

function usualOutcome(graph: Graph, node: string): string {
  const own = graph.edges.filter((edge) => edge.from === node && edge.on !== 'skipped').map((edge) => edge.on);
  return favourable.find((outcome) => own.includes(outcome)) ?? own[0] ?? 'pass';
}

interface Assumed {
  readonly graph: Graph;
  readonly skips: ReadonlySet<string>;
  readonly outcomes: ReadonlyMap<string, string[]>;
}

function stepFrom(node: GraphNode, { graph, skips, outcomes }: Assumed): SimulatedStep {
  const isSkipped = skips.has(node.id) && edgeFor(graph, node.id, 'skipped') !== undefined;
  const outcome = isSkipped ? 'skipped' : (outcomes.get(node.id)?.shift() ?? usualOutcome(graph, node.id));
  return { node: node.id, actor: node.actor, outcome, to: edgeFor(graph, node.id, outcome)?.to ?? null };
}

function walk(start: string, assumed: Assumed): Pick<SimulateReport, 'steps' | 'end'> {
  const steps: SimulatedStep[] = [];
  let at: string | null = start;
  while (at !== null && steps.length < maxSteps) {
    const node = findNode(assumed.graph, at);
    if (node === undefined) return { steps, end: 'no-edge' };
    if (node.terminal)
      return { steps: [...steps, { node: at, actor: node.actor, outcome: '', to: null }], end: 'terminal' };
    const step = stepFrom(node, assumed);
    steps.push(step);
    at = step.to;
  }
  return { steps, end: at === null ? 'no-edge' : 'bound' };
}

/** The way an item would take if its gates answered as assumed. Runs no hook and writes nothing. */
export async function simulate(context: VerbContext, input: SimulateInput): Promise<SimulateReport> {
  const { graph, view, address } = await openLoop(context, input);
  const fresh = input.fromStart === true || view.currentNode === '';
  const outcomes = new Map(Object.entries(input.outcomes ?? {}).map(([node, list]) => [node, [...list]]));
  const skips = new Set([...Object.keys(view.skips), ...(input.skips ?? [])]);
  return {
    workItem: address.id,
    loop: graph.name,
    ...walk(fresh ? graph.start : view.currentNode, { graph, skips, outcomes }),
  };
}
