import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerGate, readGate } from '../gate/answer-gate.ts';
import { renderCheck, renderStatus } from '../render/render-status.ts';
import { renderAbandon } from '../render/render-verbs.ts';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from './advance.ts';
import { check, status } from './check.ts';
import { abandon, cleanup, recordMerge } from './ending.ts';
import { force } from './force.ts';
import { start } from './start.ts';

const item = { address: { id: 'issue-12' } };

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(runs: Parameters<typeof plainHooks>[0] = {}): Promise<TestContext> {
  return createTestContext(space.store, await plainHooks(runs));
}

describe('the ends of a loop', () => {
  it('cleanup leads to its node once', async () => {
    const one = await context();
    expect(await cleanup(one, item)).toBeNull();
    await start(one, item);
    expect(await cleanup(one, item)).toMatchObject({ node: 'cleanup', currentNode: 'cleanup' });
    expect(await cleanup(one, item)).toBeNull();
  });

  it('a merge that approves completes the inner loop, any other parks it', async () => {
    const one = await context();
    const inner = { address: { id: 'issue-12', pr: 7 } };
    const merge = { ...inner, by: { login: 'mallory' }, sha: 'abc' };
    await start(one, inner);
    await force(one, { ...inner, to: 'pr-approval', reason: 'r' });
    expect(await recordMerge(one, { ...merge, approves: false })).toMatchObject({
      status: 'wait',
      reason: 'merged-unapproved',
      moved: false,
    });
    expect(await recordMerge(one, { ...merge, by: { login: 'alice' }, approves: true })).toMatchObject({
      currentNode: 'complete',
    });
    expect(await recordMerge(one, { ...merge, approves: true })).toBeNull();
    expect((await check(one, inner)).nodes.find(({ node }) => node === 'pr-approval')).toMatchObject({
      status: 'pass',
      by: ['@alice'],
    });
  });

  it('a merge at a node of an agent approves nothing and leaves the loop there', async () => {
    const one = await context();
    const inner = { address: { id: 'issue-12', pr: 7 } };
    await start(one, inner);
    await force(one, { ...inner, to: 'security-review', reason: 'r' });
    const merge = { ...inner, by: { login: 'alice' }, sha: 'abc', approves: true };
    expect(await recordMerge(one, merge)).toMatchObject({
      reason: 'merged-unapproved',
      moved: false,
      currentNode: 'security-review',
    });
    expect((await check(one, inner)).nodes.find(({ node }) => node === 'pr-approval')).toMatchObject({
      status: 'wait',
    });
  });

  it('an abandoned loop names its reason and asks for one', async () => {
    const one = await context();
    const inner = { address: { id: 'issue-12', pr: 7 } };
    await start(one, inner);
    await expect(abandon(one, { ...inner, reason: ' ' })).rejects.toMatchObject({ code: 'VERB_REFUSED_REASON' });
    expect(await abandon(one, { ...inner, reason: 'superseded' })).toMatchObject({ outcome: 'abandoned' });
    expect(await advance(one, inner)).toMatchObject({ status: 'noop', reason: 'abandoned' });
    const report = await status(one, inner);
    expect(report.abandoned).toMatchObject({ by: 'operator', reason: 'superseded' });
    expect(renderStatus(report)).toMatch(/^ {2}abandoned by operator at 2026-\S+: superseded$/m);
    expect(renderCheck(report)).toContain('superseded');
  });

  it('prints an abandonment as what it is, once and again', async () => {
    const one = await context();
    const inner = { address: { id: 'issue-12', pr: 7 } };
    await start(one, inner);
    expect(renderAbandon(await abandon(one, { ...inner, reason: 'superseded' }))).toBe(
      'issue-12/pr-7: abandoned: superseded',
    );
    expect(renderAbandon(await abandon(one, { ...inner, reason: 'other' }))).toBe(
      'issue-12/pr-7: abandoned already: superseded',
    );
  });

  it('only a pull request can be abandoned', async () => {
    const one = await context();
    await start(one, item);
    await expect(abandon(one, { ...item, reason: 'r' })).rejects.toMatchObject({ code: 'VERB_REFUSED_ADDRESS' });
    expect((await status(one, item)).abandoned).toBeNull();
  });

  it('an abandoned loop takes no answer', async () => {
    const one = await context();
    const inner = { address: { id: 'issue-12', pr: 7 } };
    await start(one, inner);
    await force(one, { ...inner, to: 'pr-approval', reason: 'r' });
    await abandon(one, { ...inner, reason: 'superseded' });
    await expect(answerGate(one, { ...inner, answer: { kind: 'approve' } })).rejects.toMatchObject({
      code: 'VERB_REFUSED_ANSWER',
    });
    await expect(readGate(one, inner)).rejects.toThrow(/superseded/);
  });
});
