import { describe, expect, it } from 'vitest';
import { hookContext, remoteThread, reply } from '../../testing/hook-context.ts';
import { classifyGoal } from './classify-goal.ts';

const goal = (text: string) => `Goal: ${text}\nSuccess criteria:\n- a`;

describe('classify-goal', () => {
  it('freezes the latest goal with its author and source, and shows it back', async () => {
    const comments = [reply(goal('one')), reply(goal('two'), { author: 'bob', id: '9' })];
    const { data, effects } = await classifyGoal.run(hookContext({ comments }));
    expect(data).toMatchObject({
      outcome: 'defined',
      facts: [{ kind: 'goal', goal: 'two', criteria: ['a'], by: { login: 'bob' }, source: { id: '9' } }],
    });
    expect(effects).toMatchObject([{ purpose: 'confirmation' }]);
  });

  it('A18: mentions nobody and links nothing when it shows the goal back', async () => {
    const { effects } = await classifyGoal.run(
      hookContext({ comments: [reply(goal('tell @org/team, closes #1 <!-- x -->'))] }),
    );
    const [effect] = effects ?? [];
    const body = effect?.kind === 'comment' ? effect.body : '';
    expect(body).not.toContain('@org');
    expect(body).not.toContain('#1');
    expect(body).not.toContain('<!-- x');
  });

  it('passes without reading anything once it is recorded', async () => {
    const remote = remoteThread([], ['listComments']);
    expect((await classifyGoal.run(hookContext({ remote, state: { goal: {} as never } }))).status).toBe('pass');
  });

  it('waits when the thread cannot be read, and reads nothing where nothing may be read', async () => {
    const outage = await classifyGoal.run(hookContext({ remote: remoteThread([], ['listComments']) }));
    expect(outage).toMatchObject({ status: 'wait', messages: [{ code: 'GOAL_UNREADABLE' }], effects: [] });
    expect(await classifyGoal.run(hookContext())).toMatchObject({ status: 'wait', effects: [] });
  });

  it('tells whoever tried what the form is', async () => {
    const { effects } = await classifyGoal.run(hookContext({ comments: [reply('Success criteria: tests pass')] }));
    expect(effects).toMatchObject([{ purpose: 'hint' }]);
    expect((await classifyGoal.run(hookContext({ comments: [reply('hello')] }))).effects).toEqual([]);
  });

  it('A7: a goal without an author is not read', async () => {
    const comments = [reply(goal('x'), { author: null as unknown as string })];
    expect((await classifyGoal.run(hookContext({ comments }))).status).toBe('wait');
  });
});
