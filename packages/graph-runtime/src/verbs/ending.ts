import { type NodeReport, type Plan, type Principal, planAbandon, planCleanup, planMerge } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { digestArtifacts } from './artifact-digests.ts';
import { carryOut, type Decision } from './carry-out.ts';
import { type OpenLoop } from './open-loop.ts';
import { stampOf } from './stamp.ts';
import { tellFacts } from './tell-plan.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';
import { type VerbReport, verbReport } from './verb-report.ts';

type Decide = (open: OpenLoop) => Promise<Decision<NodeReport> | null>;

async function carryEnding(context: VerbContext, input: VerbInput, decide: Decide): Promise<VerbReport | null> {
  const carried = await carryOut<NodeReport>(context, input, {
    decide,
    tell: ({ before, planned, decision }) => tellFacts(context, { before, planned, facts: decision.plan.facts }),
  });
  return carried === null ? null : verbReport(carried);
}

function asDecision(plan: Plan | null): Decision<NodeReport> | null {
  return plan === null ? null : { plan };
}

/** Moves a loop to its clean-up node from wherever it is. Null when it has none, was never entered, or is there already. */
export function cleanup(context: VerbContext, input: VerbInput): Promise<VerbReport | null> {
  return carryEnding(context, input, async (open) => {
    const artifacts = await digestArtifacts(open.files, open.graph);
    return asDecision(planCleanup(open.graph, open.state, { stamp: stampOf(context, open.at), artifacts }));
  });
}

/** That the pull request of an inner loop was merged. */
export interface MergeInput extends VerbInput {
  readonly by: Principal;
  /** The merge commit. */
  readonly sha: string;
  /** Whether the merge may count as the approval: by an authorized login, at the gated head. It does at the approving gate alone. */
  readonly approves: boolean;
}

/** Records a merge. Null when nothing was started or nothing new is said. */
export function recordMerge(context: VerbContext, input: MergeInput): Promise<VerbReport | null> {
  return carryEnding(context, input, async (open) => {
    const source = { kind: 'merge', ref: open.ref, sha: input.sha } as const;
    const stamp = stampOf(context, open.at, { by: input.by, source });
    const artifacts = await digestArtifacts(open.files, open.graph);
    return asDecision(planMerge(open.graph, open.state, { stamp, approves: input.approves, artifacts }));
  });
}

/** That the pull request of an inner loop will not be merged. */
export interface AbandonInput extends VerbInput {
  readonly reason: string;
  readonly actor?: string;
  readonly by?: Principal;
}

/** Records that the inner loop of a pull request is given up, and why. Throws `VERB_REFUSED_*`, also for an item's own loop. */
export async function abandon(context: VerbContext, input: AbandonInput): Promise<VerbReport> {
  if (input.address.pr === undefined) {
    throw runtimeError('VERB_REFUSED_ADDRESS', 'only the inner loop of a pull request can be abandoned', {
      remedy: 'pass --pr with the number of the pull request; a work item itself ends with the-loop graph cleanup',
    });
  }
  const report = await carryEnding(context, input, (open) => {
    const stamp = stampOf(context, open.at, { actor: input.actor, by: input.by, source: { kind: 'terminal' } });
    const plan = planAbandon(open.graph, open.state, { stamp, reason: input.reason, ref: open.ref });
    return Promise.resolve({ plan });
  });
  if (report === null) throw new TypeError('an abandonment is always answered');
  return report;
}
