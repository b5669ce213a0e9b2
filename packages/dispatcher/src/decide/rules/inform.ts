import { formatRef } from '@the-loop/graph-core';
import { type Command } from '@the-loop/router';
import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';

const HELP = [
  '`the-loop start` begins the work, `the-loop do — <task>` a task without the process, `the-loop contribute` as a guest.',
  '`the-loop pause` and `the-loop resume` hold and release the agent, `the-loop stop` ends it, `the-loop cleanup` frees its checkout.',
  '`the-loop execute`, `approve`, `request-changes — <what>`, `goal — <goal>` and `done` answer what is asked here.',
  '`the-loop status` says where this stands. A command stands on its own line.',
].join('\n');

const INFORMING: ReadonlySet<Command> = new Set(['status', 'help']);

/** Questions to the-loop itself: answered on the thread, nothing changes. */
export const inform: Rule = {
  name: 'inform',
  decide: ({ event, command, target }) => {
    if (command === null || !INFORMING.has(command) || target === null) return null;
    const on = formatRef(event.entity.ref ?? target);
    if (command === 'status') return acts('status-told', [], [{ kind: 'status', on, item: formatRef(target) }]);
    return acts(
      'help-told',
      [],
      [{ kind: 'comment', on, purpose: 'acknowledgement', topic: 'help', text: HELP, once: 'delivery' }],
    );
  },
};
