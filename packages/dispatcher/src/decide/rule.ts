import { type Decision } from './decision.ts';
import { type Situation } from './situation.ts';

/** One row of the decision table. Answers `null` when the situation is not its own. */
export interface Rule {
  readonly name: string;
  decide(situation: Situation): Decision | null;
}
