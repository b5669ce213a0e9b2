import fc from 'fast-check';
import { expect, it } from 'vitest';
import { branchIssueNumber } from './branch-name.ts';

it.each([
  ['issue-15', 15],
  ['ISSUE-9', 9],
  ['issue/12', 12],
  ['issue_12', 12],
  ['issue-007', 7],
  ['x/issue/15', 15],
  ['claude/github-issue-15-zkhlhh', 15],
  ['issue-12-issue-13', 12],
  ['issue-15_add', 15],
])('reads %s as %d', (branch, number) => {
  expect(branchIssueNumber(branch)).toBe(number);
});

it.each([
  'tissue-12',
  'reissue-3',
  'issue-0',
  'issues/12',
  'feature/issue12',
  'issue--5',
  'issue-12abc',
  'issue-12345678901',
  '12-slug',
  'i\u017Fsue-15',
  'issue-\u0661',
  '\u00E9issue-5',
  '',
])('reads nothing from "%s"', (branch) => {
  expect(branchIssueNumber(branch)).toBeNull();
});

it('reads back every number of the convention, whatever surrounds the token', () => {
  const affix = fc.constantFrom('', 'feature', 'me/topic', 'fix');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999_999 }),
      fc.constantFrom('-', '/', '_'),
      affix,
      (number, glue, around) => {
        const prefix = around === '' ? '' : `${around}/`;
        expect(branchIssueNumber(`${prefix}issue${glue}${number}${around === '' ? '' : `-${around}`}`)).toBe(number);
      },
    ),
  );
});
