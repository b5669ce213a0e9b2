import { type GateComment } from '@the-loop/graph-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVectors } from '../testing/vectors.ts';
import { classifyFeedback, type FeedbackOptions } from './classify-feedback.ts';

interface Input {
  readonly comments: readonly GateComment[];
  readonly options: FeedbackOptions;
}

const authorizedUsers = ['alice', 'bob'];
const said = (body: string, parts: Partial<GateComment> = {}): GateComment => ({
  author: 'alice',
  body,
  kind: 'comment',
  ...parts,
});
const review = (reviewState: NonNullable<GateComment['reviewState']>, parts: Partial<GateComment> = {}): GateComment =>
  said('', { kind: 'review', reviewState, ...parts });
const outcome = (comments: readonly GateComment[], options: Partial<FeedbackOptions> = {}) => {
  const feedback = classifyFeedback(comments, { authorizedUsers, ...options });
  return feedback.outcome ?? feedback.reason;
};

describe('classifyFeedback', () => {
  it.each(readVectors<Input, { status: string; outcome?: string }>('feedback'))('$id', ({ input, expected }) => {
    const { status, outcome: found } = classifyFeedback(input.comments, input.options);
    expect({ status, outcome: found }).toEqual({ status: expected.status, outcome: expected.outcome });
  });

  it.each([
    ['definitely approved', 'approved'],
    ['ok, now approved!', 'approved'],
    ['I approve this', 'approved'],
    ['This is approved, thanks @bob 🎉', 'approved'],
    ['✅', 'approved'],
    ['approved with comments', 'approved-with-comments'],
    ['approved; the unit tests are great', 'approved-with-comments'],
    ['looks good, however fix the typo', 'approved-with-comments'],
    ['LGTM. If CI fails, ping me', 'approved-with-comments'],
    ['LGTM. But only once CI is green.', 'condition'],
    ['approved unless CI fails', 'condition'],
    ['lgtm? no idea', 'wording'],
    ['LGTM. Not.', 'condition'],
    ['please approve', 'wording'],
    ['is this approved', 'wording'],
    ['the approved users are listed', 'wording'],
    ['there is no approved list', 'wording'],
    ['I am not sure this looks good', 'wording'],
    ['pre-approved', 'wording'],
    ['see https://example.com/approved', 'wording'],
    ['why a queue?', 'undecided'],
    ['thanks', 'undecided'],
    ["don't ship it", 'changes-requested'],
    ['I do not approve', 'changes-requested'],
    ['rejected: the plan has no tests', 'changes-requested'],
    ['show why items were rejected', 'wording'],
    ['no changes requested', 'wording'],
    ['I approve the direction, but please change the title', 'changes-requested'],
    ['appro\u200Bved', 'wording'],
    ['\u202Eapproved', 'wording'],
    ['```\napproved\n```', 'undecided'],
    ['the-loop approve', 'approved'],
    ['the-loop approve — rename x', 'approved-with-comments'],
    ['the-loop request-changes', 'changes-requested'],
    ['the-loop approve\nthe-loop request-changes', 'ambiguous'],
    ['I would the-loop approve this', 'wording'],
    ['Please do not just write "approved" here.', 'wording'],
    ['The bot says “LGTM” on everything, I have not looked yet', 'wording'],
    ['“approved” is not a word I would use', 'wording'],
    ['Bob wrote "approved"', 'wording'],
    ['Bob wrote "fine, approved, thanks"', 'wording'],
    ['Bob wrote "It is fine. Approved. Thanks"', 'wording'],
    ['Bob wrote „fine, approved“', 'wording'],
    ['Bob wrote «fine, approved»', 'wording'],
    ["do not write 'approved' here", 'wording'],
    ['do not write `approved` here', 'wording'],
    ['I have not read it (approved)', 'wording'],
    ['see the list (fine, approved, thanks)', 'wording'],
    ['the label [approved] was set by mistake', 'wording'],
    ['"approved" from me', 'wording'],
    ['"approved"?', 'wording'],
    ['"approved"', 'approved'],
    ['`LGTM`', 'approved'],
    ['(approved)', 'approved'],
    ['LGTM (great work!)', 'approved'],
    ['approved, the "rejected" label is still there', 'approved-with-comments'],
    ["I don't mind, approved", 'approved-with-comments'],
    ["the users' list is fine; approved", 'approved-with-comments'],
    ['approved (but please change the title)', 'changes-requested'],
    ['(please change the title)', 'changes-requested'],
    ['Bob asked "please change the title"', 'wording'],
    ['~~approved~~', 'undecided'],
    ['~~approved~~ not looked at', 'wording'],
    ['~~not~~ approved', 'approved'],
    ['takes ~5 days, not approved, or ~3', 'changes-requested'],
    ['approved, not really', 'condition'],
    ['approved. Actually no.', 'condition'],
    ['approved. Oh wait, no', 'condition'],
    ['approved... not', 'condition'],
    ['approved, not yet', 'condition'],
    ['approved. Scratch that.', 'condition'],
    ['approved, no worries', 'approved'],
    ['approved, no objections', 'approved'],
  ])('reads "%s" as %s', (body, expected) => {
    expect(outcome([said(body)])).toBe(expected);
  });

  it('lets a change request stand beside a phrase that is only shown', () => {
    expect(outcome([said('changes requested'), said('I would not write "approved" here')])).toBe('changes-requested');
  });

  it('lets the latest statement of each person stand', () => {
    expect(outcome([said('changes requested'), said('ok now approved')])).toBe('approved-with-comments');
    expect(outcome([said('approved'), said('changes requested', { author: 'bob' })])).toBe('changes-requested');
    expect(outcome([said('lgtm'), said('thanks')])).toBe('approved');
    expect(outcome([review('CHANGES_REQUESTED'), review('APPROVED')])).toBe('approved');
  });

  it('counts an explicit verb in a review that only comments, and not its words', () => {
    expect(outcome([review('COMMENTED', { body: 'approved' })])).toBe('undecided');
    expect(outcome([review('COMMENTED', { body: 'the-loop approve' })])).toBe('approved');
  });

  it('takes no state for an approval that it does not know', () => {
    for (const state of ['PENDING', 'approved', ''] as const)
      expect(outcome([review(state as 'APPROVED', { body: 'approved' })])).toBe('undecided');
  });

  it('waits for as many people as are needed', () => {
    expect(outcome([said('approved'), said('approved')], { minApprovals: 2 })).toBe('too-few-approvals');
    expect(outcome([said('approved'), said('lgtm', { author: 'bob' })], { minApprovals: 2 })).toBe('approved');
  });

  it('holds an approval while a change request at an earlier commit stands, until somebody takes it over', () => {
    const held = [
      review('CHANGES_REQUESTED', { author: 'bob', commitId: 'a1' }),
      review('APPROVED', { commitId: 'b2' }),
    ];
    expect(outcome(held, { headSha: 'b2' })).toBe('changes-standing');
    const over = classifyFeedback([...held, said('the-loop approve --over @bob')], { authorizedUsers, headSha: 'b2' });
    expect(over).toMatchObject({ outcome: 'approved', by: ['alice'], over: ['bob'] });
  });

  it('uses each comment once', () => {
    const consumed = new Set(['1', '2']);
    expect(outcome([said('approved', { id: '1' })], { consumed })).toBe('nobody-answered');
    expect(
      outcome([review('CHANGES_REQUESTED', { id: '2', author: 'bob' }), said('lgtm', { id: '3' })], { consumed }),
    ).toBe('changes-standing');
  });

  it('counts text since the gate was entered, in whole seconds, and reviews whatever their time', () => {
    const since = '2026-03-02T10:00:00.700Z';
    expect(outcome([said('approved', { createdAt: '2026-03-02T09:59:59Z' })], { since })).toBe('nobody-answered');
    expect(outcome([said('approved', { createdAt: '2026-03-02T10:00:00Z' })], { since })).toBe('approved');
    expect(outcome([review('APPROVED', { createdAt: '2026-03-01T00:00:00Z' })], { since })).toBe('approved');
  });

  it('forgets only the review that was dismissed', () => {
    const first = review('APPROVED', { id: '1' });
    expect(outcome([first, review('DISMISSED', { id: '1', action: 'dismissed' })])).toBe('undecided');
    expect(outcome([first, review('DISMISSED', { id: '9', action: 'dismissed' })])).toBe('approved');
  });

  it('names who decided and by which comments', () => {
    expect(classifyFeedback([said('approved', { author: '@Alice', id: '7' })], { authorizedUsers })).toMatchObject({
      by: ['Alice'],
      used: ['7'],
    });
  });

  it.each([
    ['A1', 'a stranger', said('approved', { author: 'mallory' }), authorizedUsers],
    ['A6', 'a deleted comment', said('approved', { action: 'deleted' }), authorizedUsers],
    ['A7', 'an account that is gone', said('approved', { author: null as unknown as string }), authorizedUsers],
    ['A27', 'an empty list', said('approved'), []],
  ])('%s: %s approves nothing', (...[, , comment, users]) => {
    expect(classifyFeedback([comment], { authorizedUsers: users }).status).toBe('wait');
  });

  it('A8: a denied approval never approves', () => {
    expect(outcome([said('Not approved')])).toBe('changes-requested');
    expect(outcome([said('disapproved')])).toBe('changes-requested');
  });

  it('A9: a review that requests changes does so whatever its words', () => {
    expect(outcome([review('CHANGES_REQUESTED', { body: 'naming approved, see inline' })])).toBe('changes-requested');
  });

  it('A25: a quoted approval with a question approves nothing', () => {
    expect(outcome([said('> approved\n> `LGTM`\n\nwhich one?')])).toBe('undecided');
  });

  it('never approves what only the unauthorized said, whatever they said', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (bodies) => {
        expect(
          classifyFeedback(
            bodies.map((body) => said(body, { author: 'mallory' })),
            { authorizedUsers },
          ).status,
        ).toBe('wait');
      }),
    );
  });

  it('never throws, and gives the same answer for any letter case', () => {
    const word = fc.constantFrom(
      'approved',
      'not',
      'lgtm',
      'looks',
      'good',
      'if',
      'changes',
      'requested',
      'yet',
      '?',
      ',',
      '.',
      '\n',
      'x',
      '> ',
      'no',
      "isn't",
      '`',
      '-',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const body = words.join(' ');
        expect(outcome([said(body.toUpperCase())])).toBe(outcome([said(body)]));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    'approved, ',
    'not ',
    'a-',
    "'",
    '?',
    '@a ',
    '👍',
    ':+1:',
    'https://',
    '--over @a ',
    '. ',
    '\u202E',
    '`',
    '> ',
    '_',
    '"',
    "'a' ",
    "'",
    '(',
    '~a',
    '~~a\n',
    'a ~ ',
    '„«',
  ])('reads 65,536 characters of "%s" in linear time', (piece) => {
    const started = performance.now();
    classifyFeedback([said(piece.repeat(Math.ceil(65_536 / piece.length)))], { authorizedUsers });
    expect(performance.now() - started).toBeLessThan(2_500);
  });
});
