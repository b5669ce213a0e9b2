import { type GateComment, type NodeReport, type Principal, planStart } from '@the-loop/graph-core';
import { digestArtifacts } from './artifact-digests.ts';
import { carryOut } from './carry-out.ts';
import { type OpenLoop } from './open-loop.ts';
import { stampOf } from './stamp.ts';
import { tellFacts } from './tell-plan.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';
import { type VerbReport, verbReport } from './verb-report.ts';

/** Who asked for the start, where it was not the one who runs the verb. */
export interface StartInput extends VerbInput {
  readonly by?: Principal;
  /** What was said with the request; the start node's entry chain sees it. */
  readonly comments?: readonly GateComment[];
}

/** The start as a plan; null when the loop was entered before. */
async function decideStart(context: VerbContext, open: OpenLoop, { by, comments = [] }: StartInput) {
  const stamp = stampOf(context, open.at, { by });
  const artifacts = await digestArtifacts(open.files, open.graph);
  const plan = planStart(open.graph, open.state, { stamp, artifacts });
  return plan === null ? null : { plan, comments };
}

/** Enters a loop at its start, with the start node's entry chain. Null, and nothing written, when it was entered before. */
export async function start(context: VerbContext, input: StartInput): Promise<VerbReport | null> {
  const carried = await carryOut<NodeReport>(context, input, {
    decide: (open) => decideStart(context, open, input),
    tell: ({ before, planned, decision }) => tellFacts(context, { before, planned, facts: decision.plan.facts }),
  });
  return carried === null ? null : verbReport(carried);
}
