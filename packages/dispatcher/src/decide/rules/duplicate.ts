import { drops } from '../decision.ts';
import { type Rule } from '../rule.ts';

/** What was handled before is not handled again, whoever sends it. */
export const duplicate: Rule = {
  name: 'duplicate',
  decide: ({ snapshot }) => (snapshot.duplicate === null ? null : drops(`duplicate-${snapshot.duplicate}`)),
};
