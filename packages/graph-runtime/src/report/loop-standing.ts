import { type OpenLoop } from '../verbs/open-loop.ts';
import { type CheckReport } from './check-report.ts';

/** What was said about the pull request of a loop, and still stands. */
export function endingsOf({ view, state }: OpenLoop): Pick<CheckReport, 'abandoned' | 'merged'> {
  const given = view.abandoned === null ? undefined : state.facts.findLast((fact) => fact.kind === 'abandoned');
  const merged = state.facts.findLast((fact) => fact.kind === 'merged');
  return {
    abandoned: given === undefined ? null : { by: given.by.login, at: given.at, reason: given.reason },
    merged: merged === undefined ? null : { by: merged.by.login, at: merged.at, approves: view.mergeApproves },
  };
}

/** That the gate where the loop stands has refused too often. */
export function escalationOf({ view }: OpenLoop): CheckReport['escalated'] {
  if (view.escalated === null) return null;
  return { ...view.escalated, attempts: view.nodes[view.escalated.node]?.attempts ?? 0 };
}
