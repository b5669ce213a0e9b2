import { describe, expect, it } from 'vitest';
import { parseGoal } from '../../goal/parse-goal.ts';
import { hookContext, remoteThread, reply } from '../../testing/hook-context.ts';
import { postGoalRequest } from './post-goal-request.ts';

const GOAL = 'Goal: x\nSuccess criteria:\n- a';

describe('post-goal-request', () => {
  it('asks with a form that is itself no goal', async () => {
    const { effects } = await postGoalRequest.run(hookContext({ remote: remoteThread([]) }));
    expect(effects).toMatchObject([{ kind: 'comment', purpose: 'goal-request' }]);
    const [effect] = effects ?? [];
    expect(parseGoal(effect?.kind === 'comment' ? effect.body : '')).toBeNull();
  });

  it.each([
    ['recorded', { state: { goal: {} as never } }],
    ['stated in the delivery', { comments: [reply(GOAL)] }],
    ['stated on the thread', { remote: remoteThread([{ id: '1', author: '@Alice', body: GOAL }]) }],
  ])('does not ask when the goal is %s', async (_name, parts) => {
    expect(await postGoalRequest.run(hookContext(parts))).toMatchObject({ status: 'pass', data: { posted: false } });
  });

  it('asks although a stranger stated one, and although the thread cannot be read, which it reports', async () => {
    const stranger = remoteThread([{ id: '1', author: 'mallory', body: GOAL }]);
    expect((await postGoalRequest.run(hookContext({ remote: stranger }))).effects).toHaveLength(1);
    const outage = await postGoalRequest.run(hookContext({ remote: remoteThread([], ['listComments']) }));
    expect(outage.effects).toHaveLength(1);
    expect(outage.data?.error).not.toBe('');
  });
});
