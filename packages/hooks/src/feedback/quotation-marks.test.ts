import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyFeedback } from './classify-feedback.ts';
import { readStatement } from './read-statement.ts';

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
    // Pairs of marks that open nothing
    ['LGTM. The 15\u00BD" banner is off. Please change it. The 6\u00BD" tube is fine.', 'changes-requested'],
    ['LGTM. The 15\u00BD\u201D banner is off. Please change it. The 6\u00BD\u201D tube is fine.', 'changes-requested'],
    ['LGTM. The 15 " banner is off. Please change it. The 6 " tube is fine.', 'changes-requested'],
    ['LGTM. The A" column is wrong. Please change it. The B" column is fine.', 'changes-requested'],
    ['LGTM. The \u201D banner is off. Please change it. The \u201D tube', 'changes-requested'],
    ['LGTM. Typo in "a\nPlease change the 15" banner', 'changes-requested'],
    ['LGTM. Typo in "a\u3002 Please change the 15" banner', 'changes-requested'],
    ['LGTM. The " banner is off, please change it, the " tube is fine', 'changes-requested'],
    ['LGTM. See "version 15" first. Please change it. The A" column is fine.', 'changes-requested'],
    ['LGTM. See "a. The 15" banner is off. Please change it. The tube" too', 'changes-requested'],
    ['The 15\u00BD" banner looks right. Approved. The 6 " tube too.', 'approved-with-comments'],
    // Quoted approvals behind inches
    ['Bob said \u201Cthe 15\u201D one is fine. Approved.\u201D', 'wording'],
    ['Bob said "the 15" one. Approved"\u2014fine', 'wording'],
    ['Bob said "the 15" one is fine.\nApproved."_', 'wording'],
    ['Bob: *"I have the 15" one. Approved"*', 'wording'],
    ['Bob said "It is fine. The 15" one. Approved', 'wording'],
    ['Bob said "the 15" one is fine. Approved. The 6" one"', 'wording'],
    ['Bob said "the 15" one is fine. Approved. Ship the 6".', 'wording'],
    ['Bob said \u201Cthe 15\u201D one. Approved. \u201CFoo\u201D and x\u201D', 'wording'],
    // Marks of other languages
    ['Bob sagt \u201EDas 15" Rohr ist gut. Approved.\u201C', 'wording'],
    ['Bob sagt \u201EDie Version 15\u201C ist gut. Approved', 'approved-with-comments'],
    ['LGTM. Bob schrieb \u201EDas geht nicht. Please change it.\u201C Nun ja.', 'approved-with-comments'],
    ['Bob schrieb \u00BBGut. Approved.\u00AB Nun ja.', 'wording'],
    ['Bob a dit \u00AB Bon. Approved. \u00BB', 'wording'],
    ['LGTM. Bob a dit \u00AB Non. Please change it. \u00BB', 'approved-with-comments'],
    ['Bob: \u201Dapproved\u201D', 'wording'],
    ['Bob: \u300Capproved\u300D', 'wording'],
    ['Bob: \u300Eapproved\u300F', 'wording'],
    ['Bob: \uFF02approved\uFF02', 'wording'],
    ['Bob: \u201Aapproved\u2018', 'wording'],
    ['Bob: \u2039approved\u203A', 'wording'],
    // Marks that are doubled, nested or lost
    ['Bob: ""approved""', 'wording'],
    ['Bob: "\'approved\'"', 'wording'],
    ["Bob: ''approved''", 'wording'],
    ["Bob: ``approved''", 'wording'],
    ['Bob: ,,approved\u201C', 'wording'],
    ['Bob said \u201Ca \u201Cb\u201D c. Approved', 'wording'],
    ['Approved.\u201D That is what Bob said', 'wording'],
    ['The default is "" now. Approved', 'approved-with-comments'],
    ['LGTM. Bob wrote *"It is bad. Please change it."*', 'approved-with-comments'],
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

  it('reads no approval out of an emphasized quotation with a measure inside', () => {
    expect(readStatement('Bob: *"I have the 15" one. Approved"*').decision).toBe('none');
  });
});

const textOf = (...pieces: string[]) =>
  fc.array(fc.constantFrom('the', 'tube', 'is', 'blue.', ...pieces), { maxLength: 8 }).map((words) => words.join(' '));
const MEASURES = ['15"', '6 "', '4\u00BD\u201D', '3"x'];
const CLOSING = ['a"', 'b.\u201D', '\u201D', 'c\u00BB', 'd`', '(e"),'];
const OPENING = ['"a', '\u201Cb', '\u201E', '*"c', '(\u00ABd', '`e'];
const EITHER = ['"', 'a"b', '`'];
const anything = textOf(...MEASURES, ...CLOSING, ...OPENING, ...EITHER, '""', "'a'", '\n\n');

describe('a request for changes outside of quotations', () => {
  const opensNothing = textOf(...MEASURES, ...CLOSING, ...EITHER, '"fine"', '\u201Cso. So.\u201D', '"in 15"');
  const closesNothing = textOf(...MEASURES, ...OPENING);

  it.each([
    ['nothing opens before it', opensNothing, anything],
    ['nothing closes behind it', anything, closesNothing],
  ])('counts where %s', (_, before, behind) => {
    fc.assert(
      fc.property(before, behind, fc.constantFrom(' ', '\n'), (first, last, blank) => {
        const body = `LGTM. ${first}.${blank}Please change it.${blank}${last}`;
        expect(readStatement(body).decision).toBe('changes');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an approval in curly marks', () => {
  const inside = textOf(...MEASURES, ...EITHER, ...CLOSING, '"a', '`e', '15\u201D', 'a\u201Db', '\n\n');
  const around = fc.tuple(
    fc.constantFrom(' ', '(', '*', ': ', '\u2014', ''),
    fc.constantFrom('', ' ', '.', '\u2014', '_', '*', 'x', ')'),
  );
  const marks = fc.constantFrom(['\u201C', '\u201D'], ['\u201E', '\u201C'], ['\u201E', '\u201D']);
  const words = fc.constantFrom('Approved', 'Approved.', 'LGTM', 'Ship it!');

  it('never counts', () => {
    fc.assert(
      fc.property(anything, inside, words, around, marks, anything, (...[first, text, approval, ends, pair, last]) => {
        const quoted = `${pair[0]}It is blue. ${text}. ${approval}${pair[1]}`;
        expect(readStatement(`Bob said ${first}${ends[0]}${quoted}${ends[1]}${last}`).decision).not.toBe('approve');
      }),
      { numRuns: 1000 },
    );
  });
});
