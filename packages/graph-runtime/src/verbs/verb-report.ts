import { type LoopAddress, type NodeReport } from '@the-loop/graph-core';
import { waitingWrites } from '../effects/waiting-writes.ts';
import { type Carried } from './carry-out.ts';
import { failureLines } from './failure-lines.ts';
import { type Degraded } from './verb-context.ts';

/** What a verb that moves the pointer says. */
export interface VerbReport extends NodeReport {
  readonly workItem: string;
  readonly address: LoopAddress;
  /** Where outward effects went: a ref text, or the bare id when none could be derived. */
  readonly ref: string;
  readonly degraded: readonly Degraded[];
  /** The verb asked for people to be told. */
  readonly wasTold: boolean;
  /** About the state file and the graph, one line each. */
  readonly warnings: readonly string[];
  /** Writes to GitHub that are stored and not yet done. */
  readonly pendingWrites: number;
}

/** The report of a verb with what did not complete, as lines of its messages. */
export function verbReport(carried: Carried<NodeReport>): VerbReport {
  const { report, plan, before, after, degraded, unsaid, auditErrors, warnings } = carried;
  const waiting = waitingWrites(after.state.pending);
  const failed = failureLines({ unsaid, auditErrors, waiting }).map((line) => `warning: ${line}`);
  return {
    ...report,
    workItem: before.address.id,
    address: before.address,
    ref: before.ref,
    messages: [...report.messages, ...failed],
    degraded,
    wasTold: plan.effects.some(({ effect }) => effect.kind === 'notify'),
    warnings,
    pendingWrites: waiting,
  };
}
