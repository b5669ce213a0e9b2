import { ENTERED_DIRECTLY, findNode, type NotifyEffect, type PlannedEffect, rolesToTell } from '@the-loop/graph-core';
import { type OpenLoop } from './open-loop.ts';
import { type VerbContext } from './verb-context.ts';

/** What people are told when an item's own loop enters its end: once for each entry. */
export function completionNotice(context: VerbContext, open: OpenLoop, enters: string | null): PlannedEffect[] {
  const node = enters === null || ENTERED_DIRECTLY.includes(enters) ? undefined : findNode(open.graph, enters);
  if (node?.terminal !== true || open.address.pr !== undefined) return [];
  const text = `${open.address.id} is complete`;
  const effects = notice(context, 'work-item-complete', text);
  return effects.map((effect) => ({ hook: 'completion', node: node.id, boundary: 'entry', effect }));
}

/** What people are told when a gate refused too often: once for each time the node is entered. */
export function escalationNotice(context: VerbContext, open: OpenLoop, node: string): PlannedEffect[] {
  const text = `${open.address.id}: ${node} cannot go on by itself; see the-loop graph status ${open.address.id}`;
  const effects = notice(context, 'conflict-escalated', text);
  return effects.map((effect) => ({ hook: 'escalation', node, boundary: 'exit', effect }));
}

function notice({ settings }: VerbContext, event: 'conflict-escalated' | 'work-item-complete', text: string) {
  const roles = rolesToTell(event, settings.notifications);
  const effect: NotifyEffect = { kind: 'notify', event, roles, text };
  return roles.length === 0 ? [] : [effect];
}
