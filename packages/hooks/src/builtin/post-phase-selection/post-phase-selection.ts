import { type HookContext, type MinimizeEffect } from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { bringsSelection } from '../../selection/decide-selection.ts';
import { renderChecklist } from '../../selection/render-checklist.ts';

/** Asks which phases the item needs, unless that is answered already. The list of an earlier run is folded away. */
export const postPhaseSelection = defineHook({
  name: 'post-phase-selection',
  capability: 'pure',
  dataKeys: ['posted', 'reason'],
  options: noOptions,
  run: (context) => {
    if (context.state.selection !== null)
      return { status: 'pass', data: { posted: false, reason: 'already selected' } };
    const older = olderChecklist(context);
    if (bringsSelection(context))
      return { status: 'pass', data: { posted: false, reason: 'the start brings the selection' }, effects: older };
    const { executeKeyword, sessionPerPr } = context.settings;
    const body = renderChecklist(context.graph, { executeKeyword, sessionPerPr, nonce: nonceOf(context) });
    return {
      status: 'pass',
      data: { posted: true },
      effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'phase-checklist' }, ...older],
    };
  },
});

/** What was asked in an earlier run, of this loop or another, is not what is asked now. */
function olderChecklist({ checklist }: HookContext): MinimizeEffect[] {
  return checklist === undefined ? [] : [{ kind: 'minimize', ...checklist }];
}

/** The same for the same entry of the same item, so that the comment is the same when it is rendered again. */
function nonceOf({ address, graph, node, state, digest }: HookContext): string {
  const entry = state.nodes[node.id]?.entries ?? 0;
  return digest([address.id, graph.name, node.id, String(entry)].join('\n')).slice(0, 16);
}
