import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { bringsSelection } from '../../selection/decide-selection.ts';
import { renderChecklist } from '../../selection/render-checklist.ts';

/** Asks which phases the item needs, unless that is answered already. */
export const postPhaseSelection = defineHook({
  name: 'post-phase-selection',
  capability: 'pure',
  dataKeys: ['posted', 'reason'],
  options: noOptions,
  run: (context) => {
    if (context.state.selection !== null)
      return { status: 'pass', data: { posted: false, reason: 'already selected' } };
    if (bringsSelection(context))
      return { status: 'pass', data: { posted: false, reason: 'the start brings the selection' } };
    const { executeKeyword, sessionPerPr } = context.settings;
    const body = renderChecklist(context.graph, { executeKeyword, sessionPerPr });
    return {
      status: 'pass',
      data: { posted: true },
      effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'phase-checklist' }],
    };
  },
});
