import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verbInput } from './address.ts';
import { operations } from './operations.ts';
import { sampleInput } from './testing/sample-input.ts';
import { untouchedContext } from './testing/untouched-context.ts';

/** Verbs whose item is an id, and not the ref of a ticket. */
const about = [...operations.values()].filter(({ name }) => Object.hasOwn(sampleInput, name));
const bad = [
  '../../../evil',
  '',
  'a'.repeat(101),
  '..',
  '.git',
  '-rf',
  'a/b',
  'a\\b',
  'issue-1\n',
  'issue-1\0',
  'ünder',
];

describe('the item of a verb', () => {
  it('is an input of the verbs over graphs and gates', () => {
    expect(about.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(sampleInput)));
  });

  it.each(about.flatMap((verb) => bad.map((item) => ({ name: verb.name, verb, item }))))(
    'A8: $name refuses $item before it reaches anything',
    async ({ verb, item }) => {
      const context = untouchedContext();
      await expect(verb.invoke(context, { ...sampleInput[verb.name], item })).rejects.toMatchObject({
        code: 'OPERATION_INPUT_INVALID',
        message: expect.stringMatching(/^item: a work item id has letters/),
      });
      expect(context.reached()).toBe(0);
    },
  );

  it.each(about)('A8: $name lets nothing through that is not a plain name', async (verb) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (item) => {
        fc.pre(!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(item));
        const context = untouchedContext();
        await expect(verb.invoke(context, { ...sampleInput[verb.name], item })).rejects.toMatchObject({
          code: 'OPERATION_INPUT_INVALID',
        });
        expect(context.reached()).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it.each(about)('$name goes on with a plain name', async (verb) => {
    const context = untouchedContext();
    await expect(verb.invoke(context, { ...sampleInput[verb.name], item: 'issue-12' })).rejects.toThrow('reached');
  });

  it.each([0, -1, 1.5, 10_000_000_000, Number.NaN, '7'])('has no pull request %s', async (pr) => {
    for (const verb of about) {
      const context = untouchedContext();
      await expect(verb.invoke(context, { ...sampleInput[verb.name], item: 'issue-12', pr })).rejects.toMatchObject({
        code: 'OPERATION_INPUT_INVALID',
        message: expect.stringMatching(/^pr: /),
      });
    }
  });
});

describe('the ref of a verb', () => {
  const withRef = about.filter(({ parameters }) => parameters.some(({ key }) => key === 'ref'));

  it.each(['foo', 'issue-194', 'octo/repo', 'octo/repo#0', 'octo/repo#7/../x', ''])('is not "%s"', async (ref) => {
    for (const verb of withRef) {
      const context = untouchedContext();
      await expect(verb.invoke(context, { ...sampleInput[verb.name], item: 'issue-12', ref })).rejects.toMatchObject({
        code: 'OPERATION_INPUT_INVALID',
        message: expect.stringMatching(/^ref: a ref is github:owner\/repo#7$/),
      });
    }
  });

  it.each(['github:octo/repo#7', 'octo/repo#7', 'github:ghe.example/octo/repo#7'])('may be %s', async (ref) => {
    for (const verb of withRef) {
      const context = untouchedContext();
      const input = { ...sampleInput[verb.name], item: 'issue-12', ref };
      await expect(verb.invoke(context, input), verb.name).rejects.toThrow('reached');
    }
  });
});

describe('the address', () => {
  it('leaves out what was not given', () => {
    expect(verbInput({ item: 'issue-12' })).toEqual({ address: { id: 'issue-12' } });
    expect(verbInput({ item: 'issue-12', pr: 7, prRepo: 'acme/infra', ref: 'github:acme/app#1' })).toEqual({
      address: { id: 'issue-12', pr: 7, prRepo: 'acme/infra' },
      ref: 'github:acme/app#1',
    });
  });

  it('is no loop when it names a repository and no pull request', () => {
    expect(() => verbInput({ item: 'issue-12', prRepo: 'acme/infra' })).toThrow(
      expect.objectContaining({ code: 'OPERATION_USAGE', remedy: 'add --pr <number>' }),
    );
  });
});
