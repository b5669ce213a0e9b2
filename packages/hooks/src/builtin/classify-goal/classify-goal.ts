import { type CommentEffect, type GoalFact, type HookContext, type HookResult } from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { mentionsGoal } from '../../goal/parse-goal.ts';
import { renderGoalConfirmation } from '../../goal/render-goal.ts';
import { findGoal, type StatedGoal } from '../../goal/stated-goal.ts';
import { answersOf, bareLogin, principalOf, sourceOf } from '../../replies/replies.ts';

const OUTCOME = 'defined';
const FORM = 'one comment with a line `Goal: <text>` and bullets below a line `Success criteria:`';

/** Passes once an authorized person stated a goal with success criteria. It is frozen as a fact. */
export const classifyGoal = defineHook({
  name: 'classify-goal',
  capability: 'read-remote',
  outcomes: [OUTCOME],
  dataKeys: ['facts', 'goal', 'criteria', 'by'],
  options: noOptions,
  run: async (context) => {
    if (context.state.goal !== null) return { status: 'pass', data: { outcome: OUTCOME } };
    const search = await findGoal(context);
    if (search.kind === 'stated') return defined(context, search.stated);
    const unreadable = search.kind === 'unreadable';
    const text = unreadable
      ? 'the thread could not be read from GitHub'
      : `waiting for an authorized person to state the goal: ${FORM}`;
    const code = unreadable ? 'GOAL_UNREADABLE' : 'GOAL_MISSING';
    return { status: 'wait', messages: [{ code, text, severity: 'info' }], effects: hints(context) };
  },
});

/** Somebody tried: they are told the form. */
function hints(context: HookContext): CommentEffect[] {
  if (!answersOf(context.comments, context.settings).some(({ body }) => mentionsGoal(body))) return [];
  const body = `That is not a goal yet. It takes ${FORM}. At most 20 criteria; placeholders in angle brackets do not count.`;
  return [{ kind: 'comment', ref: context.ref, body, purpose: 'hint' }];
}

function defined(context: HookContext, { goal, criteria, comment }: StatedGoal): HookResult {
  const by = bareLogin(comment.author);
  const fact: GoalFact = {
    kind: 'goal',
    at: context.now,
    by: principalOf(comment),
    source: sourceOf(comment, context),
    goal,
    criteria,
  };
  const body = renderGoalConfirmation({ goal, criteria }, by);
  return {
    status: 'pass',
    data: { outcome: OUTCOME, facts: [fact], goal, criteria, by },
    effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'confirmation' }],
  };
}
