import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphSkip } from '../graph/declare.ts';
import { graphStart } from '../graph/start.ts';
import { type FolderContext, folderContext } from '../testing/folder-context.ts';
import { answer } from './answer.ts';
import { gateShow } from './show.ts';

let folder: FolderContext;
beforeEach(async () => {
  folder = folderContext();
  await graphStart.invoke(folder.context, { item: 'issue-7' });
});
afterEach(() => folder.remove());

const answerWith = (input: object) => answer.invoke(folder.context, { item: 'issue-7', ...input });

describe('a gate', () => {
  it('says with which command it is answered, and what a selection may name', async () => {
    const { text } = await gateShow.invoke(folder.context, { item: 'issue-7' });
    expect(text).toContain('    the-loop gate answer issue-7 select [--skip <token>]… [--add <node>]…\n');
    expect(text).toMatch(/^ {2}--skip leaves out: brainstorming, .*requirements-definition/m);
    expect(text).toMatch(/^ {2}or a set of them: spec-chain, review-chain/m);
    expect(text).toMatch(/^ {2}--add takes in: design-critic-review$/m);
    expect(text).not.toMatch(/approve|changes/);
  });

  it.each([
    [{ answer: 'select', skip: ['nonsense'] }, /nonsense/, /brainstorming, .*spec-chain, review-chain/],
    [{ answer: 'select', add: ['design'] }, /design/, /design-critic-review/],
    [{ answer: 'approve' }, /kind of answer/, /the-loop gate answer issue-7 select/],
    [{ answer: 'approve', pr: 12 }, /issue-7\/pr-12 .*not started/, /the-loop graph start issue-7 --pr 12/],
  ])('refuses %j and says what it takes instead', async (input, message, remedy) => {
    await expect(answerWith(input)).rejects.toMatchObject({
      code: 'VERB_REFUSED_ANSWER',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
  });

  it('that is left out is named: nobody is asked there', async () => {
    const { text } = await graphSkip.invoke(folder.context, { item: 'issue-7', node: ['spec-chain'], reason: 'r' });
    expect(text).toContain('WARNING: bypasses requirements-approval, which waits for people');
    expect(text).not.toContain('bypasses brainstorming');
  });
});
