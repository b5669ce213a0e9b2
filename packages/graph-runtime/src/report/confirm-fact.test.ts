import { type Fact, type GateComment, type RemoteReader } from '@the-loop/graph-core';
import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../items/sha256.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { check } from '../verbs/check.ts';
import { recordMerge } from '../verbs/ending.ts';
import { force } from '../verbs/force.ts';
import { start } from '../verbs/start.ts';
import { isConfirmed } from './confirm-fact.ts';

const ref = 'github:acme/app#7';
const base = { at: '2026-01-01T00:00:00Z', by: { login: 'alice' } };
type Merge = Awaited<ReturnType<RemoteReader['readMerge']>>;

function reader(said: Partial<GateComment>, merge: Merge = { kind: 'unmerged' }): RemoteReader {
  const review = { author: 'alice', body: 'ok', kind: 'review', id: '9', ...said } as const;
  return {
    listComments: () => Promise.resolve([review]),
    readComment: () => Promise.resolve({ kind: 'missing' }),
    readMerge: () => Promise.resolve(merge),
  };
}

function approval(outcome: 'approved' | 'done', body: string): Fact {
  const source = { kind: 'review', ref, id: '9', url: '', bodyDigest: sha256(body) } as const;
  return { kind: 'approved', ...base, source, node: 'n', outcome, headSha: '', subjects: {}, used: [], approvers: [] };
}

describe('a review', () => {
  it.each<{
    readonly reviewState: GateComment['reviewState'];
    readonly body: string;
    readonly outcome: 'approved' | 'done';
    readonly isBacked: boolean;
  }>([
    { reviewState: 'APPROVED', body: 'ok', outcome: 'approved', isBacked: true },
    { reviewState: 'DISMISSED', body: 'ok', outcome: 'approved', isBacked: false },
    { reviewState: 'CHANGES_REQUESTED', body: 'ok', outcome: 'approved', isBacked: false },
    { reviewState: 'COMMENTED', body: 'ok', outcome: 'approved', isBacked: false },
    { reviewState: 'COMMENTED', body: 'Fine.\n@the-loop approve', outcome: 'approved', isBacked: true },
    { reviewState: 'COMMENTED', body: 'do not the-loop approve', outcome: 'approved', isBacked: false },
    { reviewState: 'COMMENTED', body: 'done', outcome: 'done', isBacked: true },
    { reviewState: 'DISMISSED', body: 'done', outcome: 'done', isBacked: false },
  ])('that is $reviewState and says $body backs $outcome: $isBacked', async (review) => {
    const { reviewState, body, outcome, isBacked } = review;
    const remote = reader(reviewState === undefined ? { body } : { body, reviewState });
    const confirming = { remote, authorizedUsers: ['@Alice'] };
    expect(await isConfirmed(approval(outcome, body), confirming, { id: 'issue-12', pr: 7 })).toBe(isBacked);
  });
});

describe('a merge', () => {
  const fact: Fact = { kind: 'merged', ...base, source: { kind: 'merge', ref, sha: 'abc' }, approves: true };

  it.each<[Merge, boolean]>([
    [{ kind: 'merged', by: 'Alice', sha: 'abc' }, true],
    [{ kind: 'merged', by: 'bob', sha: 'abc' }, false],
    [{ kind: 'merged', by: 'alice', sha: 'def' }, false],
    [{ kind: 'unmerged' }, false],
    [{ kind: 'missing' }, false],
  ])('that GitHub knows as %j is confirmed: %s', async (merge, isBacked) => {
    const confirming = { remote: reader({}, merge), authorizedUsers: ['alice', 'bob'] };
    expect(await isConfirmed(fact, confirming, { id: 'issue-12', pr: 7 })).toBe(isBacked);
  });
});

describe('the end of an inner loop', () => {
  const item = { address: { id: 'issue-12' } };
  const inner = { address: { id: 'issue-12', pr: 7 } };
  let space: Workspace;
  let one: TestContext;
  beforeEach(async () => {
    space = createWorkspace();
    one = createTestContext(space.store, builtinHooks);
    space.write('docs/specs/issue-12/tasks.md', '---\nstatus: approved\n---\n# T\n\n## Task list\n\n- [x] one\n');
    await start(one, item);
    await start(one, inner);
    await force(one, { ...inner, to: 'pr-approval', reason: 'r' });
    await recordMerge(one, { ...inner, by: { login: 'alice' }, sha: 'abc', approves: true });
  });
  afterEach(() => space.remove());

  const implementation = async (options: object, context = one) =>
    (await check(context, { ...item, ...options })).nodes.find(({ node }) => node === 'implementation');

  it('counts offline when it is recorded', async () => {
    expect(await implementation({})).toMatchObject({ status: 'pass' });
  });

  it('A22: is unmet where facts have to be confirmed, and named', async () => {
    expect(await implementation({ requireConfirmed: true })).toMatchObject({
      status: 'wait',
      messages: [expect.stringMatching(/^issue-12\/pr-7: approved by @alice .*; this is not confirmed$/)],
    });
    const holds = (fact: Fact, { pr }: { pr?: number }) => fact.kind === 'merged' && pr === 7;
    expect(await implementation({ requireConfirmed: true, holds })).toMatchObject({ status: 'pass' });
  });

  it.each([
    ['abc', 'pass'],
    ['def', 'wait'],
  ] as const)('is read again at the merge: %s', async (sha, verdict) => {
    const remote = reader({}, { kind: 'merged', by: 'alice', sha });
    expect(await implementation({ confirm: true }, { ...one, remote })).toMatchObject({ status: verdict });
  });
});
