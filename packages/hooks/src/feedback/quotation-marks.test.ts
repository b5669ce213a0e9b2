import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyFeedback } from './classify-feedback.ts';

describe('a mark that quotes nothing for sure', () => {
  it.each([
    ['LGTM. The 15" banner: please change it', 'changes-requested'],
    ['Approved. The 6" tube looks wrong\nchanges requested', 'changes-requested'],
    ['Approved. See `a.\n\nRejected: sorry', 'changes-requested'],
    ['LGTM. The 15" banner. I do not approve', 'changes-requested'],
    ['LGTM. Bob said "I do not approve" and "changes requested"', 'approved-with-comments'],
    ['The "banner: approved', 'wording'],
    ['The 15" banner: approved', 'approved-with-comments'],
    // Inches
    ['The 15" banner is wrong, please change it, and the 6" one', 'changes-requested'],
    ['LGTM but the 15" banner is off. Please change it. The 6" tube is fine.', 'changes-requested'],
    ['The 15\u201D banner: please change it, the 6\u201D one is fine', 'changes-requested'],
    ['The 15" banner looks right. Approved. The 6" tube too.', 'approved-with-comments'],
    ['The 15\u2033 banner looks right. Approved. The 6\u2033 tube too.', 'approved-with-comments'],
    ['Approved, for the 15" one and the 6" one', 'approved-with-comments'],
    ['"version 15": please change the 6" tube', 'changes-requested'],
    ['"version 15" is fine. Approved. The 6" tube too.', 'approved-with-comments'],
    ['See "a. Please change the 15" banner', 'changes-requested'],
    ['LGTM. Bob wrote "please change version 15" and I did', 'approved-with-comments'],
    // Quotations with inches inside
    ['He said "the 15" banner, approved" there', 'wording'],
    ['He said "the 15" banner must go" and I agree: please change it', 'changes-requested'],
    // Two of a kind that do not belong together
    ['The "banner is wrong. Please change it. The "tube is fine', 'changes-requested'],
    ['See `a. Please change it. See `b', 'changes-requested'],
    ['The "banner.\n\nchanges requested\n\nThe tube" is fine', 'changes-requested'],
    ['"One.\n\nTwo." says the log\n\nApproved', 'approved-with-comments'],
    ['He wrote "\napproved\n"', 'wording'],
    ['the log says"approved"', 'wording'],
    ['the log says:"approved"', 'wording'],
    ['the log: (**"approved"**)', 'wording'],
    ['the log: " approved "', 'wording'],
    ['Run `a` and `b`. Approved', 'approved-with-comments'],
  ])('in %j makes it %s', (body, expected) => {
    const { outcome, reason } = classifyFeedback([{ author: 'alice', body, kind: 'comment' }], {
      authorizedUsers: ['alice'],
    });
    expect(outcome ?? reason).toBe(expected);
  });

  const inches = fc.constantFrom('The 15" banner is blue.', 'A 6" tube.', 'See the 4\u201D one.', 'Use 2 of 3".');
  const around = fc.tuple(
    fc.array(inches, { maxLength: 4 }),
    fc.array(inches, { maxLength: 4 }),
    fc.constantFrom(' ', '\n'),
  );
  it.each([
    ['changes requested.', 'changes-requested'],
    ['Please change it.', 'changes-requested'],
    ['Approved.', 'approved'],
  ])('hides no "%s" behind measures', (words, expected) => {
    fc.assert(
      fc.property(around, ([before, behind, space]) => {
        const body = [...before, words, ...behind].join(space);
        const read = classifyFeedback([{ author: 'alice', body, kind: 'comment' }], { authorizedUsers: ['alice'] });
        expect(read.outcome ?? read.reason).toMatch(new RegExp(`^${expected}`));
      }),
    );
  });
});
