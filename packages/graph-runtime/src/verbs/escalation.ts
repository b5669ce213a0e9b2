import { type NodeReport, type Plan } from '@the-loop/graph-core';
import { type OpenLoop } from './open-loop.ts';
import { type VerbContext } from './verb-context.ts';

const event = 'conflict-escalated';

/** A gate that refused too often is told to people, once for each time the node is entered. */
export function withEscalation(context: VerbContext, open: OpenLoop, plan: Plan): Plan {
  const roles = context.settings.notifications[event] ?? [];
  if (plan.report.status !== 'escalated' || roles.length === 0) return plan;
  const { node } = plan.report;
  const text = `${open.address.id}: ${node} cannot go on by itself; see the-loop graph status ${open.address.id}`;
  const effect = { kind: 'notify', event, roles, text } as const;
  return { ...plan, effects: [...plan.effects, { hook: 'escalation', node, boundary: 'exit', effect }] };
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
