import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { renderGoalRequest } from '../../goal/render-goal.ts';
import { findGoal } from '../../goal/stated-goal.ts';

/** Asks for a goal, unless one is stated. A thread that cannot be read is asked all the same. */
export const postGoalRequest = defineHook({
  name: 'post-goal-request',
  capability: 'read-remote',
  dataKeys: ['posted', 'reason'],
  options: noOptions,
  run: async (context) => {
    const search = context.state.goal === null ? await findGoal(context) : null;
    if (search === null || search.kind === 'stated')
      return { status: 'pass', data: { posted: false, reason: 'goal already stated' } };
    const body = renderGoalRequest(context.address.id);
    const error =
      search.kind === 'unreadable'
        ? { error: 'the thread could not be read, so a goal that is already there may be asked for again' }
        : {};
    return {
      status: 'pass',
      data: { posted: true, ...error },
      effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'goal-request' }],
    };
  },
});
