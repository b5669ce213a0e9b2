import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';

/** Shows the phase on the ticket. Only labels of the loop's phases are touched. */
export const setPhaseLabel = defineHook({
  name: 'set-phase-label',
  capability: 'pure',
  dataKeys: ['label'],
  options: noOptions,
  run: ({ graph, node, ref, settings }) => {
    if (node.phase === '') return { status: 'skip' };
    const prefix = settings.phaseLabelPrefix;
    const label = `${prefix}${node.phase}`;
    const phases = new Set(graph.nodes.map(({ phase }) => phase).filter((phase) => phase !== ''));
    const known = [...phases].map((phase) => `${prefix}${phase}`);
    return { status: 'pass', data: { label }, effects: [{ kind: 'phase-label', ref, prefix, label, known }] };
  },
});
