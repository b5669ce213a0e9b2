import { formatRef } from '@the-loop/graph-core';
import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';

/** Two different commands in one comment: nothing is carried out and nothing is forwarded, and the author is told. */
export const ambiguous: Rule = {
  name: 'ambiguous',
  decide: ({ event }) => {
    const parsed = event.command;
    if (parsed.kind !== 'ambiguous') return null;
    const named = parsed.commands.map((command) => `\`${command}\``).join(', ');
    const hint =
      event.entity.ref === null
        ? []
        : [
            {
              kind: 'comment',
              on: formatRef(event.entity.ref),
              purpose: 'hint',
              topic: 'ambiguous',
              text: `This comment holds different commands (${named}), so none was carried out. Write one per comment.`,
              once: 'delivery',
            } as const,
          ];
    return acts('ambiguous-command', [], [{ kind: 'reaction', content: 'confused' }, ...hint]);
  },
};
