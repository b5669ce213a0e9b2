import {
  type ChainOutcome,
  type LoopAddress,
  type LoopError,
  type NodeReport,
  planComplete,
} from '@the-loop/graph-core';
import { isLoopError } from '../errors.ts';
import { runExit } from '../host/run-node-chain.ts';
import { digestArtifacts } from './artifact-digests.ts';
import { carryOut, type Decision } from './carry-out.ts';
import { driftedFiles, withEscalation } from './escalation.ts';
import { type OpenLoop } from './open-loop.ts';
import { stampOf } from './stamp.ts';
import { tellFacts, tellGate } from './tell-plan.ts';
import { type Degraded, type VerbContext, type VerbInput } from './verb-context.ts';
import { verbReport } from './verb-report.ts';

/** The claim that a node's work is done. */
export interface CompleteInput extends VerbInput {
  /** The node that is claimed; the current one when absent. */
  readonly node?: string;
  /** Free text beside the principal. */
  readonly actor?: string;
}

/** What became of a claim. A refusal is an answer, not an error. */
export interface CompleteReport {
  readonly workItem: string;
  readonly address: LoopAddress;
  readonly node: string;
  readonly status: NodeReport['status'];
  readonly outcome: string;
  readonly moved: boolean;
  readonly currentNode: string;
  readonly messages: readonly string[];
  readonly reason: string;
  readonly degraded: readonly Degraded[];
  readonly warnings: readonly string[];
  readonly pendingWrites: number;
}

type Claim = Decision<NodeReport> & { readonly chain: ChainOutcome | null; readonly drifted: readonly string[] };

async function decideComplete(context: VerbContext, open: OpenLoop, input: CompleteInput): Promise<Claim> {
  const stamp = stampOf(context, open.at, { actor: input.actor, source: { kind: 'claim' } });
  const artifacts = await digestArtifacts(open.files, open.graph);
  const node = input.node === undefined ? {} : { node: input.node };
  const claim = planComplete(open.graph, open.state, { stamp, artifacts, ...node });
  if (claim.kind === 'answered') return { plan: claim.plan, chain: null, drifted: [] };
  const chain = await runExit(context, open, { node: claim.node });
  const plan = withEscalation(context, open, claim.plan(chain));
  return { plan, chains: [chain], chain, drifted: driftedFiles(open, plan.report, artifacts) };
}

function lost(input: CompleteInput, error: LoopError): CompleteReport {
  return {
    workItem: input.address.id,
    address: input.address,
    node: input.node ?? '',
    status: 'refused',
    outcome: 'refused',
    moved: false,
    currentNode: '',
    messages: [error.message],
    reason: 'conflict',
    degraded: [],
    warnings: [],
    pendingWrites: 0,
  };
}

async function claimNode(context: VerbContext, input: CompleteInput): Promise<CompleteReport> {
  let hook = '';
  let drifted: readonly string[] = [];
  const carried = await carryOut<NodeReport>(context, input, {
    decide: async (open) => {
      const claim = await decideComplete(context, open, input);
      hook = claim.chain?.blocking?.hook ?? '';
      drifted = claim.drifted;
      return claim;
    },
    tell: ({ before, planned, decision }) => {
      const told = { before, planned, facts: decision.plan.facts };
      tellFacts(context, told);
      tellGate(context, told, { report: decision.plan.report, hook, drifted });
    },
  });
  if (carried === null) throw new TypeError('a claim is always answered');
  const { workItem, address, node, status, outcome, moved, currentNode, messages, reason, ...rest } =
    verbReport(carried);
  const { degraded, warnings, pendingWrites } = rest;
  const said = { workItem, address, node, status, outcome, moved, currentNode, messages, reason };
  return { ...said, degraded, warnings, pendingWrites };
}

/**
 * The claim that the current node's work is done. It carries no verdict: the node's gate decides from the artifacts. Never
 * counts as an answer of a person.
 */
export async function complete(context: VerbContext, input: CompleteInput): Promise<CompleteReport> {
  try {
    return await claimNode(context, input);
  } catch (error) {
    if (isLoopError(error) && error.code === 'VERB_REFUSED_CONFLICT') return lost(input, error);
    throw error;
  }
}
