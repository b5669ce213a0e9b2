import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyGoal } from '../builtin/classify-goal/classify-goal.ts';
import { hookContext, remoteThread } from '../testing/hook-context.ts';
import { readVectors } from '../testing/vectors.ts';
import { parseGoal } from './parse-goal.ts';

interface Said {
  readonly author: string;
  readonly body: string;
}
interface Input {
  readonly kind?: 'gate';
  readonly body?: string;
  readonly event?: readonly Said[];
  readonly thread?: readonly Said[];
  readonly authorizedUsers?: readonly string[];
}

const vectors = readVectors<Input, object | null>('goal');

describe('parseGoal', () => {
  it.each(vectors.filter(({ input }) => input.kind === undefined))('$id', ({ input, expected }) => {
    expect(parseGoal(input.body ?? '')).toEqual(expected);
  });

  it.each(vectors.filter(({ input }) => input.kind === 'gate'))('$id', async ({ input, expected }) => {
    const comments = (input.event ?? []).map((said) => ({ ...said, kind: 'comment' as const }));
    const remote = remoteThread((input.thread ?? []).map((said, index) => ({ ...said, id: `t${index}` })));
    const context = hookContext({ comments, remote, settings: { authorizedUsers: input.authorizedUsers ?? [] } });
    const { status, data } = await classifyGoal.run(context);
    expect({ status, ...data }).toMatchObject(expected ?? {});
  });

  it.each([
    ['Goal: <one sentence>\nSuccess criteria:\n- [ ] <how>', null],
    ['Goal: x\nSuccess criteria:\n- [ ] <how>\n- a', { goal: 'x', criteria: ['a'] }],
    ['**Goal: whole**\nSuccess criteria:\n- a', { goal: 'whole', criteria: ['a'] }],
    ['Goal: x\nSuccess criteria: tests pass', null],
    ['My goal: x\nSuccess criteria:\n- a', null],
    [`Goal: x\nSuccess criteria:\n${'- a\n'.repeat(21)}`, null],
    [`Goal: x\nSuccess criteria:\n- ${'a'.repeat(501)}`, null],
    ['Goal: x\nSuccess criteria:\n- a\n***\n- b', { goal: 'x', criteria: ['a'] }],
  ])('reads %j', (body, expected) => {
    expect(parseGoal(body)).toEqual(expected);
  });

  it('reads back what it is given, and never throws', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1, maxLength: 20 }), (goal, criteria) => {
        expect(
          parseGoal(`Goal: ${goal}\nSuccess criteria:\n${criteria.map((text) => `- ${text}`).join('\n')}`),
        ).toEqual({ goal, criteria });
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (body) => void parseGoal(body)));
  });
});
