import { describe, expect, it } from 'vitest';
import { classifyFeedback } from './classify-feedback.ts';

describe('a mark that is never closed', () => {
  it.each([
    ['LGTM. The 15" banner: please change it', 'changes-requested'],
    ['Approved. The 6" tube looks wrong\nchanges requested', 'changes-requested'],
    ['Approved. See `a.\n\nRejected: sorry', 'changes-requested'],
    ['LGTM. The 15" banner. I do not approve', 'changes-requested'],
    ['LGTM. Bob said "I do not approve" and "changes requested"', 'approved-with-comments'],
    ['The 15" banner: approved', 'wording'],
  ])('in %j makes it %s', (body, expected) => {
    const { outcome, reason } = classifyFeedback([{ author: 'alice', body, kind: 'comment' }], {
      authorizedUsers: ['alice'],
    });
    expect(outcome ?? reason).toBe(expected);
  });
});
