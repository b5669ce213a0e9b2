import { LoopError, type RemoteReader } from '@the-loop/graph-core';
import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerGate } from '../gate/answer-gate.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from '../verbs/advance.ts';
import { check } from '../verbs/check.ts';
import { force } from '../verbs/force.ts';
import { skip } from '../verbs/skip.ts';
import { start } from '../verbs/start.ts';

const item = { address: { id: 'issue-12' } };
const requirements = 'docs/specs/issue-12/requirements.md';
const text = '---\nstatus: approved\n---\n# R\n\n## Requirements\n\nx\n\n## Security considerations\n\ny\n';
const body = 'approved';

let space: Workspace;
let one: TestContext;
beforeEach(() => {
  space = createWorkspace();
  one = createTestContext(space.store, builtinHooks);
});
afterEach(() => space.remove());

async function approved(): Promise<void> {
  space.write(requirements, text);
  await start(one, item);
  await force(one, { ...item, to: 'requirements-approval', reason: 'test' });
  const comment = {
    author: 'alice',
    body,
    kind: 'comment',
    id: '77',
    createdAt: one.now(),
    on: 'github:acme/app#12',
  } as const;
  expect(await advance(one, { ...item, comments: [comment] })).toMatchObject({
    outcome: 'approved',
    currentNode: 'design',
  });
}

function remote(answer: Awaited<ReturnType<RemoteReader['readComment']>>): RemoteReader {
  return {
    listComments: () => Promise.resolve([]),
    readComment: () => Promise.resolve(answer),
    readMerge: () => Promise.resolve({ kind: 'unmerged' }),
    readLinks: () => Promise.resolve([]),
  };
}

async function gate(options: Parameters<typeof check>[1] = item, context = one) {
  return (await check(context, options)).nodes.find(({ node }) => node === 'requirements-approval');
}

describe('a check', () => {
  it('shows an answered gate as passed, by whom, and that it is only recorded', async () => {
    await approved();
    expect(await gate()).toMatchObject({ status: 'pass', outcome: 'approved', by: ['@alice'], provenance: 'recorded' });
    expect(await gate({ ...item, recompute: true })).toMatchObject({ status: 'pass' });
  });

  it('tells what was read, what was vacuous and what was skipped', async () => {
    space.write(requirements, text);
    await skip(one, { ...item, tokens: ['evidence'], reason: 'docs only' });
    const { nodes } = await check(one, item);
    const found = Object.fromEntries(
      nodes.map(({ node, status: verdict, provenance }) => [node, [verdict, provenance]]),
    );
    expect(found).toMatchObject({
      'requirements-definition': ['pass', 'artifacts'],
      brainstorming: ['pass', 'vacuous'],
      'design-critic-review': ['skip', 'declared'],
      evidence: ['skip', 'recorded'],
      'phase-selection': ['wait', 'none'],
      design: ['block', 'artifacts'],
    });
  });

  it('holds a gate whose subject has changed', async () => {
    await approved();
    space.write(requirements, text.replace('x', 'other'));
    expect(await gate()).toMatchObject({ status: 'wait', messages: [expect.stringContaining('requirements.md')] });
  });

  it('writes nothing, reaches no network and starts no process', async () => {
    await approved();
    const refuse = () => {
      throw new Error('a check reached out');
    };
    const sealed = {
      ...one,
      remote: { listComments: refuse, readComment: refuse },
      command: { run: refuse },
      performer: { perform: refuse },
      store: {
        ...one.store,
        load: (address: never) => space.store.load(address),
        files: (id: string) => space.store.files(id),
        directory: (id: string) => space.store.directory(id),
        list: () => space.store.list(),
        innerLoops: refuse,
        pinnedGraph: refuse,
        commit: refuse,
        editFile: refuse,
      },
    };
    expect((await check(sealed as never, item)).currentNode).toBe('design');
  });

  it('evaluates a skipped node that somebody forced the item to, as long as it is there', async () => {
    await start(one, item);
    await skip(one, { ...item, tokens: ['design'], reason: 'r' });
    await force(one, { ...item, to: 'design', reason: 'r' });
    const design = async (recompute: boolean) =>
      (await check(one, { ...item, recompute })).nodes.find(({ node }) => node === 'design')?.status;
    expect([await design(false), (await advance(one, item)).status]).toEqual(['block', 'block']);
    expect(await design(true)).toBe('skip');
  });

  it('a gate that a force went round is still unmet', async () => {
    await start(one, item);
    await force(one, { ...item, to: 'implementation', reason: 'r' });
    const report = await check(one, item);
    expect(report.reached).toEqual(expect.arrayContaining(['requirements-approval', 'design-approval', 'design']));
    expect(report.reached).not.toContain('verification');
    expect(await check(one, { ...item, recompute: true })).toMatchObject({
      currentNode: 'phase-selection',
      reached: ['phase-selection'],
    });
  });

  it('an item that was cleaned up is judged by how far it had come', async () => {
    await start(one, { ...item, loop: 'pdlc-adhoc-loop' });
    await force(one, { ...item, to: 'cleanup', reason: 'r' });
    expect(await check(one, item)).toMatchObject({ currentNode: 'cleanup', reached: ['work'], ok: true, done: false });
  });

  it('names the end of a finished item, also when it is recomputed', async () => {
    await start(one, { ...item, loop: 'pdlc-adhoc-loop' });
    await advance(one, item);
    const comment = { author: 'alice', body: 'done', kind: 'comment', id: '5', createdAt: one.now() } as const;
    await advance(one, { ...item, comments: [comment] });
    expect(await check(one, item)).toMatchObject({ currentNode: 'complete', ok: true, done: true });
    expect(await check(one, { ...item, recompute: true })).toMatchObject({
      currentNode: 'complete',
      ok: true,
      done: true,
    });
  });
});

describe('a loop with branches', () => {
  const graphs = {
    sorted: [
      'name: sorted',
      'nodes:',
      '  - { id: triage, actor: human, exit: [classify-feedback] }',
      '  - { id: big, exit: [validate-artifacts], produces: big.md }',
      '  - { id: small }',
      '  - { id: complete, terminal: true }',
      'edges:',
      '  - { from: triage, on: approved, to: small }',
      '  - { from: triage, on: changes-requested, to: big }',
      '  - { from: big, on: pass, to: complete }',
      '  - { from: small, on: pass, to: complete }',
    ].join('\n'),
  };

  it.each([
    ['approve', 'small', ['triage', 'small', 'complete']],
    ['changes', 'big', ['triage', 'big', 'complete']],
  ] as const)('is judged by the one that was taken: %s leads to %s', async (kind, node, reached) => {
    const sorted = { ...one, graphs };
    if (node === 'big') space.write('docs/specs/issue-12/big.md', '# Big\n\ntext\n');
    await start(sorted, { ...item, loop: 'sorted' });
    expect(await answerGate(sorted, { ...item, answer: { kind, note: 'n' } })).toMatchObject({ currentNode: node });
    expect(await advance(sorted, item)).toMatchObject({ currentNode: 'complete' });
    for (const recompute of [false, true]) {
      expect(await check(sorted, { ...item, recompute })).toMatchObject({
        currentNode: 'complete',
        ok: true,
        done: true,
        reached,
      });
    }
  });
});

describe('confirming', () => {
  it('believes a fact whose source says the same today', async () => {
    await approved();
    const found = { kind: 'found', author: 'Alice', body, editors: null } as const;
    expect(await gate({ ...item, confirm: true }, { ...one, remote: remote(found) })).toMatchObject({
      status: 'pass',
      provenance: 'confirmed',
    });
  });

  it.each([
    ['is gone', { kind: 'missing' }],
    ['is by somebody else', { kind: 'found', author: 'bob', body, editors: null }],
    ['says something else', { kind: 'found', author: 'alice', body: 'not yet', editors: null }],
  ] as const)('refuses a fact whose source %s', async (_what, answer) => {
    await approved();
    expect(await gate({ ...item, confirm: true }, { ...one, remote: remote(answer) })).toMatchObject({
      status: 'wait',
      provenance: 'unconfirmed',
    });
  });

  it('refuses an answer of somebody who may not answer any more', async () => {
    await approved();
    const found = { kind: 'found', author: 'alice', body, editors: null } as const;
    const today = createTestContext(space.store, builtinHooks, { authorizedUsers: ['bob'] });
    expect(await gate({ ...item, confirm: true }, { ...today, remote: remote(found) })).toMatchObject({
      status: 'wait',
    });
  });

  it('fails when GitHub cannot be asked, because that is no answer', async () => {
    await approved();
    const outage = {
      ...one,
      remote: {
        ...remote({ kind: 'missing' }),
        readComment: () => Promise.reject(new LoopError('GITHUB_UNAVAILABLE', 'down')),
      },
    };
    await expect(check(outage, { ...item, confirm: true })).rejects.toMatchObject({ code: 'GITHUB_UNAVAILABLE' });
  });

  it('A22: makes recorded facts count for nothing where that is demanded', async () => {
    await approved();
    await skip(one, { ...item, tokens: ['evidence'], reason: 'r' });
    const report = await check(one, { ...item, requireConfirmed: true });
    const verdicts = Object.fromEntries(report.nodes.map(({ node, status: verdict }) => [node, verdict]));
    expect(verdicts).toMatchObject({ 'requirements-approval': 'wait', evidence: 'wait' });
    expect(await gate({ ...item, requireConfirmed: true, holds: (fact) => fact.kind === 'approved' })).toMatchObject({
      status: 'pass',
      provenance: 'confirmed',
    });
  });
});
