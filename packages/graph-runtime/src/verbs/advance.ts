import {
  type ChainOutcome,
  findNode,
  type GateComment,
  type NodeReport,
  type Principal,
  planAdvance,
} from '@the-loop/graph-core';
import { runExit } from '../host/run-node-chain.ts';
import { digestArtifacts } from './artifact-digests.ts';
import { carryOut, type Decision } from './carry-out.ts';
import { driftedFiles, withEscalation } from './escalation.ts';
import { type OpenLoop, openLoop } from './open-loop.ts';
import { stampOf } from './stamp.ts';
import { start } from './start.ts';
import { tellFacts, tellGate, tellRefusedRows } from './tell-plan.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';
import { type VerbReport, verbReport } from './verb-report.ts';

/** An event that asks the gate, or a person at a terminal who does. */
export interface AdvanceInput extends VerbInput {
  /** What people said, oldest first; judged by the gate's hooks, never by this verb. */
  readonly comments?: readonly GateComment[];
  /** Head commit of the gated pull request. */
  readonly headSha?: string;
  /** True for an explicit advance or claim, which counts towards escalation; deliveries do not. */
  readonly claim?: boolean;
  readonly by?: Principal;
}

/** The gate of the current node, evaluated and turned into a plan. */
async function decideAdvance(
  context: VerbContext,
  open: OpenLoop,
  input: AdvanceInput,
): Promise<(Decision<NodeReport> & { readonly chain: ChainOutcome; readonly drifted: readonly string[] }) | null> {
  const node = findNode(open.graph, open.view.currentNode);
  if (node === undefined) return null;
  const { comments = [], headSha = '', claim = false } = input;
  const chain = await runExit(context, open, { node, comments, headSha });
  const source = claim ? ({ kind: 'claim' } as const) : undefined;
  const stamp = stampOf(context, open.at, { by: input.by, source });
  const artifacts = await digestArtifacts(open.files, open.graph);
  const decided = planAdvance(open.graph, open.state, { stamp, chain, artifacts, claim });
  const plan = withEscalation(context, open, decided);
  return { plan, headSha, chains: [chain], chain, drifted: driftedFiles(open, plan.report, artifacts) };
}

/** A pointer that names no node of the graph: nothing is evaluated, and a force gets out of it. */
function stranded(open: OpenLoop): NodeReport {
  const node = open.view.currentNode;
  return {
    node,
    status: 'refused',
    outcome: 'refused',
    messages: ['the loop has no node of this name; use the-loop graph force or graph migrate'],
    forced: false,
    attempts: 0,
    reason: 'unknown-node',
    moved: false,
    currentNode: node,
  };
}

async function evaluate(context: VerbContext, input: AdvanceInput): Promise<VerbReport> {
  let chain: ChainOutcome | null = null;
  let drifted: readonly string[] = [];
  const carried = await carryOut<NodeReport>(context, input, {
    decide: async (open) => {
      const decision = await decideAdvance(context, open, input);
      chain = decision?.chain ?? null;
      drifted = decision?.drifted ?? [];
      return decision ?? { plan: { facts: [], effects: [], enters: null, report: stranded(open) } };
    },
    tell: ({ before, planned, decision }) => {
      const told = { before, planned, facts: decision.plan.facts };
      tellFacts(context, told);
      if (chain !== null) tellRefusedRows(context, told, chain);
      tellGate(context, told, { report: decision.plan.report, hook: chain?.blocking?.hook ?? '', drifted });
    },
  });
  if (carried === null) throw new TypeError('an advance always decides');
  return verbReport(carried);
}

function joined(started: VerbReport, evaluated: VerbReport): VerbReport {
  return {
    ...evaluated,
    messages: [...evaluated.messages, ...started.messages],
    degraded: [...evaluated.degraded, ...started.degraded],
    warnings: started.warnings,
    moved: true,
  };
}

/**
 * Evaluates the gate of the current node and takes the matching edge: one boundary. A loop that was never entered is
 * started; its start node's gate is asked at once only where it waits for people, because nobody can have worked yet.
 */
export async function advance(context: VerbContext, input: AdvanceInput): Promise<VerbReport> {
  const started = await start(context, input);
  if (started === null) return evaluate(context, input);
  const open = started.status === 'pass' && (await isAsking(context, input));
  return open ? joined(started, await evaluate(context, input)) : started;
}

async function isAsking(context: VerbContext, input: VerbInput): Promise<boolean> {
  const open = await openLoop(context, input);
  const node = findNode(open.graph, open.view.currentNode);
  return node?.actor === 'human' && !node.terminal;
}
