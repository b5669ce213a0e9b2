import { parseRef } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { currentInput } from './current-input.ts';

const OLD = parseRef('github:acme/app#12');
const NEW = parseRef('github:acme/next#3');
const names = [{ former: OLD, current: NEW }];

it.each<[string, object, object]>([
  ['the old id', { item: 'issue-12', node: 'work' }, { item: 'issue-3', node: 'work' }],
  ['the old ref', { item: 'acme/app#12' }, { item: 'issue-3' }],
  ['a pull request that stayed behind', { item: 'issue-12', pr: 40 }, { item: 'issue-3', pr: 40, prRepo: 'acme/app' }],
  ['a pull request of where it is now', { item: 'issue-12', pr: 4, prRepo: 'acme/next' }, { item: 'issue-3', pr: 4 }],
  ['where to post', { item: 'issue-12', ref: 'github:acme/app#12' }, { item: 'issue-3' }],
  ['the name of today', { item: 'issue-3', pr: 4 }, { item: 'issue-3', pr: 4 }],
  ['another item', { item: 'issue-9' }, { item: 'issue-9' }],
])('an item that moved is meant by %s', (_, input, expected) => {
  expect(currentInput(input, names, [NEW])).toEqual(expected);
});

it('an item that has the id today is meant by it', () => {
  const other = parseRef('github:octo/tickets#12');
  expect(currentInput({ item: 'issue-12' }, names, [NEW, other])).toEqual({ item: 'issue-12' });
});

it.each([null, 'issue-12', [], {}, { item: 12 }])('whatever else is given stays as it is: %j', (input) => {
  expect(currentInput(input, names, [NEW])).toBe(input);
});
