import { describe, expect, it } from 'vitest';
import { graphForce } from './graph/force.ts';
import { graphRun } from './graph/run.ts';
import { operations } from './operations.ts';
import { sampleInput } from './testing/sample-input.ts';
import { untouchedContext } from './testing/untouched-context.ts';

describe('an input', () => {
  it('is refused with every problem it has, by name, and where help is', async () => {
    const context = untouchedContext();
    const given = { item: '../evil', pr: 0, to: 7, surprise: true };
    const refused = graphForce.invoke(context, given);
    await expect(refused).rejects.toMatchObject({
      code: 'OPERATION_INPUT_INVALID',
      remedy: 'see the-loop graph force --help',
    });
    await expect(refused).rejects.toThrow(
      'pr: expects >=1; to: pass --to <node>; reason: pass --reason: there is no unexplained force; surprise: is no input of this verb',
    );
    await expect(refused).rejects.toThrow(/^item: a work item id has .+; pr: /);
    expect(context.reached()).toBe(0);
  });

  it('is not shown back', async () => {
    const given = { item: 'issue-12', answer: 'SECRET', skip: 'SECRET', note: { SECRET: 1 } };
    const refused = operations.get('gate.answer')?.invoke(untouchedContext(), given);
    await expect(refused).rejects.toThrow('answer: answer with approve, changes, select or goal; note: expects string');
    await expect(refused).rejects.not.toThrow('SECRET');
  });

  it('that is missing is asked for', async () => {
    await expect(operations.get('graph.status')?.invoke(untouchedContext(), {})).rejects.toThrow('item: is needed');
  });

  it.each([null, undefined, [], 'issue-12', 7])('is an object, and not %j', async (input) => {
    for (const verb of operations.values()) {
      const context = untouchedContext();
      await expect(verb.invoke(context, input)).rejects.toMatchObject({ code: 'OPERATION_INPUT_INVALID' });
      expect(context.reached()).toBe(0);
    }
  });

  it('is checked when another process gave the answer, too', () => {
    expect(() => graphRun.present({}, { item: '../evil' })).toThrow(
      expect.objectContaining({ code: 'OPERATION_INPUT_INVALID' }),
    );
  });
});

describe('an agent', () => {
  const people = [...operations.values()].filter(
    ({ name, scope }) => scope === 'admin' && Object.hasOwn(sampleInput, name),
  );

  it.each(people)('A19: cannot $name, and nothing is reached', async (verb) => {
    const context = untouchedContext(true);
    await expect(verb.invoke(context, { ...sampleInput[verb.name], item: 'issue-12' })).rejects.toMatchObject({
      code: 'OPERATION_AGENT_REFUSED',
      message: expect.stringMatching(/^an agent cannot .+: only people can$/),
      remedy: 'ask on the ticket',
    });
    expect(context.reached()).toBe(0);
  });

  it('can claim', async () => {
    const context = untouchedContext(true);
    const claim = operations.get('graph.complete');
    await expect(claim?.invoke(context, { item: 'issue-12' })).rejects.toThrow('reached');
  });
});

describe('check', () => {
  it.each([{}, { item: 'issue-12', all: true }])('takes one item or all of them, and not %j', async (input) => {
    const context = untouchedContext();
    await expect(operations.get('check')?.invoke(context, input)).rejects.toMatchObject({ code: 'OPERATION_USAGE' });
    expect(context.reached()).toBe(0);
  });
});

describe('gate.answer', () => {
  it.each([
    [{ answer: 'changes' }, '--note'],
    [{ answer: 'changes', note: '  ' }, '--note'],
    [{ answer: 'goal' }, '--goal'],
  ])('with %j asks for what is missing', async (given, flag) => {
    const context = { ...untouchedContext(), verbs: () => Promise.resolve(Object.create(null)) };
    await expect(operations.get('gate.answer')?.invoke(context, { item: 'issue-12', ...given })).rejects.toMatchObject({
      code: 'OPERATION_USAGE',
      message: expect.stringContaining(flag),
    });
  });
});
