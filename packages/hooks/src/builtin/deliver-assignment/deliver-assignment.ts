import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { readWorkItemTraits } from '../../work-item/work-item-traits.ts';
import { renderAssignment } from './render-assignment.ts';

/** Tells the session what the node demands. Where no session is bound, the effect has nobody to reach. */
export const deliverAssignment = defineHook({
  name: 'deliver-assignment',
  capability: 'pure',
  options: noOptions,
  run: async (context) => {
    const { node } = context;
    const text = renderAssignment(context, await readWorkItemTraits(context.files));
    return { status: 'pass', effects: [{ kind: 'assignment', node: node.id, human: node.actor === 'human', text }] };
  },
});
