import { GOAL_MARKER, SELF_MARKER } from '@the-loop/router';
import { inertText } from '../comment-text/inert-text.ts';
import { type Goal } from './parse-goal.ts';

/** The comment that asks for a goal, with the block to fill in. */
export function renderGoalRequest(id: string): string {
  return [
    `**${id}: what is to be achieved?**`,
    '',
    'Reply in one comment with both parts, for example:',
    '',
    '```',
    'Goal: <one sentence: what is true afterwards>',
    '',
    'Success criteria:',
    '- [ ] <how anyone can tell>',
    '```',
    '',
    'The last such comment by an authorized person counts. It is recorded with its author and frozen.',
    '',
    GOAL_MARKER,
    SELF_MARKER,
  ].join('\n');
}

/** The comment that shows what was understood. */
export function renderGoalConfirmation({ goal, criteria }: Goal, by: string): string {
  const lines = criteria.map((criterion) => `> - ${inertText(criterion)}`);
  return [`Goal recorded, as stated by @${by}:`, '', `> ${inertText(goal)}`, '>', ...lines].join('\n');
}
