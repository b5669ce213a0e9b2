import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';

const LOG = 'execution-log.md';

/** Notes the transition in the execution log, in a section of its own that no gate reads. */
export const logEntry = defineHook({
  name: 'log-entry',
  capability: 'write-local',
  options: noOptions,
  run: async ({ boundary, files, node, now }) => {
    if ((await files.read(LOG)) === null) return { status: 'skip' };
    const line = `- ${now}: ${boundary} \`${node.id}\`${node.phase === '' ? '' : ` (${node.phase})`}`;
    return { status: 'pass', effects: [{ kind: 'log', file: LOG, line }] };
  },
});
