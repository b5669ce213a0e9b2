import { type NodeReport, type Plan } from '@the-loop/graph-core';
import { escalationNotice } from './notices.ts';
import { type OpenLoop } from './open-loop.ts';
import { type VerbContext } from './verb-context.ts';

/** A gate that refused too often is told to people, once for each time the node is entered. */
export function withEscalation(context: VerbContext, open: OpenLoop, plan: Plan): Plan {
  if (plan.report.status !== 'escalated') return plan;
  return { ...plan, effects: [...plan.effects, ...escalationNotice(context, open, plan.report.node)] };
}

/** Files whose approval holds the advance, by name: the gate itself passed. */
export function driftedFiles(
  open: OpenLoop,
  report: NodeReport,
  artifacts: Readonly<Record<string, string>>,
): string[] {
  if (report.status !== 'wait') return [];
  const approved = Object.values(open.view.approvals).flatMap(({ subjects }) => Object.entries(subjects));
  return [...new Set(approved.filter(([file, digest]) => artifacts[file] !== digest).map(([file]) => file))];
}
