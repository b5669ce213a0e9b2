import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { SHIPPED_PHASES } from './shipped-phases.ts';

/** Shows the phase on the ticket. Only labels of phases are touched: of this loop, and of the shipped ones, which it may have walked before. */
export const setPhaseLabel = defineHook({
  name: 'set-phase-label',
  capability: 'pure',
  dataKeys: ['label'],
  options: noOptions,
  run: ({ graph, node, ref, settings }) => {
    if (node.phase === '') return { status: 'skip' };
    const prefix = settings.phaseLabelPrefix;
    const label = `${prefix}${node.phase}`;
    const phases = graph.nodes.map(({ phase }) => phase).filter((phase) => phase !== '');
    const known = [...new Set([...phases, ...SHIPPED_PHASES])].map((phase) => `${prefix}${phase}`);
    return { status: 'pass', data: { label }, effects: [{ kind: 'phase-label', ref, prefix, label, known }] };
  },
});
