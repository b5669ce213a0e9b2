import { drops } from '../decision.ts';
import { type Rule } from '../rule.ts';

/** Nothing is left to be about. */
export const noWorkItem: Rule = {
  name: 'no-work-item',
  decide: ({ links, dropped }) => {
    if (links.length > 0) return null;
    return drops(dropped.length > 0 ? 'work-item-not-found' : 'no-work-item');
  },
};
