import { type ForceReport as CoreForceReport, type LoopAddress, planForce } from '@the-loop/graph-core';
import { waitingWrites } from '../effects/waiting-writes.ts';
import { digestArtifacts } from './artifact-digests.ts';
import { carryOut } from './carry-out.ts';
import { failureLines } from './failure-lines.ts';
import { stampOf } from './stamp.ts';
import { tellFacts } from './tell-plan.ts';
import { type Degraded, type VerbContext, type VerbInput } from './verb-context.ts';

/** Where the pointer is to go, and why. */
export interface ForceInput extends VerbInput {
  readonly to: string;
  readonly reason: string;
  /** Free text beside the principal. */
  readonly actor?: string;
}

/** What a force did; `warnings` names bypassed gates and what could not be posted. */
export interface ForceReport extends CoreForceReport {
  readonly address: LoopAddress;
  readonly ref: string;
  readonly currentNode: string;
  readonly degraded: readonly Degraded[];
  readonly pendingWrites: number;
}

/**
 * Moves the pointer to a node whatever the gates say, and runs that node's entry chain. No gate gets a verdict by it: a check
 * still tells which were bypassed. Throws `VERB_REFUSED_REASON` and `VERB_REFUSED_UNKNOWN_NODE`.
 */
export async function force(context: VerbContext, input: ForceInput): Promise<ForceReport> {
  const { to, reason, actor } = input;
  const carried = await carryOut<CoreForceReport>(context, input, {
    opens: { isCopyDispensable: true },
    decide: async (open) => {
      const stamp = stampOf(context, open.at, { actor, source: { kind: 'terminal' } });
      const artifacts = await digestArtifacts(open.files, open.graph);
      return { plan: planForce(open.graph, open.state, { stamp, to, reason, artifacts, ref: open.ref }) };
    },
    tell: ({ before, planned, decision }) => tellFacts(context, { before, planned, facts: decision.plan.facts }),
  });
  if (carried === null) throw new TypeError('a force is always answered');
  const { report, before, after, auditErrors, degraded, warnings } = carried;
  const waiting = waitingWrites(after.state.pending);
  return {
    ...report,
    address: before.address,
    ref: before.ref,
    currentNode: after.view.currentNode,
    warnings: [...report.warnings, ...failureLines({ unsaid: degraded, auditErrors, waiting }), ...warnings],
    degraded,
    pendingWrites: waiting,
  };
}
