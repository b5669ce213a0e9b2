import { type LoopAddress, planSkip, planUnskip, type SkipReport } from '@the-loop/graph-core';
import { waitingWrites } from '../effects/waiting-writes.ts';
import { carryOut } from './carry-out.ts';
import { failureLines } from './failure-lines.ts';
import { eventNames, type OpenLoop } from './open-loop.ts';
import { stampOf } from './stamp.ts';
import { tellFacts } from './tell-plan.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';

/** What is to be left out, and why. */
export interface SkipInput extends VerbInput {
  /** Node ids and names of skip sets. */
  readonly tokens: readonly string[];
  readonly reason: string;
  /** Free text beside the principal. */
  readonly actor?: string;
}

/** What a declaration came to; `warnings` also says when its comment could not be posted. */
export interface DeclareReport extends SkipReport {
  readonly address: LoopAddress;
  readonly ref: string;
  readonly pendingWrites: number;
}

type Planner = typeof planSkip;

function tellDeclared(context: VerbContext, open: OpenLoop, report: SkipReport): void {
  const names = eventNames(open);
  if (report.declared.length > 0) {
    const { declared, reason } = report;
    const actor = context.principal.login;
    context.emit({ event: 'graph.skips_declared', ...names, via: 'cli', nodes: [...declared], actor, reason });
  }
  for (const { token, why } of report.rejected) {
    context.emit({ event: 'graph.skips_rejected', work_item: names.work_item, token, via: 'cli', why });
  }
}

async function declare(
  context: VerbContext,
  input: SkipInput,
  verb: { plan: Planner; isSkip: boolean },
): Promise<DeclareReport> {
  const { tokens, reason, actor } = input;
  const carried = await carryOut<SkipReport>(context, input, {
    decide: (open) => {
      const stamp = stampOf(context, open.at, { actor, source: { kind: 'terminal' } });
      return Promise.resolve({ plan: verb.plan(open.graph, open.state, { stamp, tokens, reason, ref: open.ref }) });
    },
    tell: ({ before, planned, decision }) => {
      tellFacts(context, { before, planned, facts: decision.plan.facts });
    },
  });
  if (carried === null) throw new TypeError('a declaration is always answered');
  const { report, before, after, auditErrors, unsaid, warnings } = carried;
  if (verb.isSkip) tellDeclared(context, before, report);
  const waiting = waitingWrites(after.state.pending);
  return {
    ...report,
    address: before.address,
    ref: before.ref,
    warnings: [...report.warnings, ...failureLines({ unsaid, auditErrors, waiting }), ...warnings],
    pendingWrites: waiting,
  };
}

/** Declares nodes skipped that are not reached yet. Throws `VERB_REFUSED_*` when nothing is named or no reason is given. */
export function skip(context: VerbContext, input: SkipInput): Promise<DeclareReport> {
  return declare(context, input, { plan: planSkip, isSkip: true });
}

/** Takes declared skips back, and chooses opt-in nodes. Throws `VERB_REFUSED_*` like {@link skip}. */
export function unskip(context: VerbContext, input: SkipInput): Promise<DeclareReport> {
  return declare(context, input, { plan: planUnskip, isSkip: false });
}
