import { acts } from '../decision.ts';
import { type Rule } from '../rule.ts';

/** The guards have judged the author; a command is judged again, and an unnamed actor never commands. */
export const strictActor: Rule = {
  name: 'strict-actor',
  decide: ({ event, command }) => {
    if (command === null || (event.actor !== null && event.actorAuthorized)) return null;
    return acts('unauthorized-actor', [], [{ kind: 'reaction', content: 'confused' }]);
  },
};
