import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';

/** Shows the phase on the ticket. Only labels with our prefix are touched. */
export const setPhaseLabel = defineHook({
  name: 'set-phase-label',
  capability: 'pure',
  dataKeys: ['label'],
  options: noOptions,
  run: ({ node, ref, settings }) => {
    if (node.phase === '') return { status: 'skip' };
    const prefix = settings.phaseLabelPrefix;
    const label = `${prefix}${node.phase}`;
    return { status: 'pass', data: { label }, effects: [{ kind: 'phase-label', ref, prefix, label }] };
  },
});
