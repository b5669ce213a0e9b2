import { formatRef } from '@the-loop/graph-core';
import { acts, drops } from '../decision.ts';
import { type Rule } from '../rule.ts';

/** Changed words: a checklist of ours is the graph's to read, everything else is at most worth a hint. */
export const edited: Rule = {
  name: 'edited',
  decide: ({ event, matched }) => {
    if (event.treatment === 'checklist') {
      const items = matched.map((session) => formatRef(session.item));
      if (items.length === 0) return drops('no-session');
      return acts(
        'checklist-noted',
        items.map((item) => ({ kind: 'hand-to-graph', item, endpoint: item, command: null })),
      );
    }
    if (event.treatment !== 'edited') return null;
    if (event.wouldCommand === null || event.entity.ref === null) return drops('edited-comment');
    return {
      reason: 'edit-hinted',
      effects: [],
      replies: [
        { kind: 'reaction', content: 'confused' },
        {
          kind: 'comment',
          on: formatRef(event.entity.ref),
          purpose: 'hint',
          topic: 'edited',
          text: `Edited comments are not read as commands. Write \`the-loop ${event.wouldCommand}\` in a new comment.`,
          once: 'day',
        },
      ],
      settle: 'settled',
    };
  },
};
