import { parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { currentInput, type ItemNames } from './current-input.ts';

const OLD = parseRef('github:acme/app#12');
const NEW = parseRef('github:acme/next#3');

/** One move, of which `items` are there today; every question is noted. */
function namesOf(...items: readonly WorkItemRef[]): ItemNames & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const answer = async <Answer>(question: string, value: Answer): Promise<Answer> => {
    asked.push(question);
    return Promise.resolve(value);
  };
  return {
    asked,
    isKnown: (ref) =>
      answer(
        'isKnown',
        items.some((item) => sameRef(item, ref)),
      ),
    nameAfter: (ref) => answer('nameAfter', sameRef(ref, OLD) ? NEW : null),
    items: () => answer('items', items),
    formerNames: () => answer('formerNames', [{ former: OLD, current: NEW }]),
  };
}

it.each<[string, object, object]>([
  ['the old id', { item: 'issue-12', node: 'work' }, { item: 'issue-3', node: 'work' }],
  ['the old ref', { item: 'acme/app#12' }, { item: 'issue-3' }],
  ['a pull request that stayed behind', { item: 'issue-12', pr: 40 }, { item: 'issue-3', pr: 40, prRepo: 'acme/app' }],
  ['a pull request of where it is now', { item: 'issue-12', pr: 4, prRepo: 'acme/next' }, { item: 'issue-3', pr: 4 }],
  ['where to post', { item: 'issue-12', ref: 'github:acme/app#12' }, { item: 'issue-3' }],
  ['the name of today', { item: 'issue-3', pr: 4 }, { item: 'issue-3', pr: 4 }],
  ['another item', { item: 'issue-9' }, { item: 'issue-9' }],
])('an item that moved is meant by %s', async (_, input, expected) => {
  expect(await currentInput(input, namesOf(NEW))).toEqual(expected);
});

it('an item that has the id today is meant by it', async () => {
  const other = parseRef('github:octo/tickets#12');
  expect(await currentInput({ item: 'issue-12' }, namesOf(NEW, other))).toEqual({ item: 'issue-12' });
});

it.each([null, 'issue-12', [], {}, { item: 12 }])('whatever else is given stays as it is: %j', async (input) => {
  expect(await currentInput(input, namesOf(NEW))).toBe(input);
});

it.each<[string, unknown, readonly string[]]>([
  ['no item', { limit: 3 }, []],
  ['the ref of today', { item: 'acme/next#3' }, ['isKnown']],
  ['the ref of before', { item: 'acme/app#12' }, ['isKnown', 'nameAfter', 'isKnown']],
  ['the id of today', { item: 'issue-3' }, ['items']],
  ['the id of before', { item: 'issue-12' }, ['items', 'formerNames']],
])('%s costs no more than it needs', async (_, input, asked) => {
  const names = namesOf(NEW);
  await currentInput(input, names);
  expect(names.asked).toEqual(asked);
});
