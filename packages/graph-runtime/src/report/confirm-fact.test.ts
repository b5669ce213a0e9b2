import { type Fact, type GateComment, type LoopAddress, type RemoteReader } from '@the-loop/graph-core';
import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../items/sha256.ts';
import { graphDigest } from '../loops/graph-digest.ts';
import { createTestContext, type TestContext, testSettings } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { check } from '../verbs/check.ts';
import { recordMerge } from '../verbs/ending.ts';
import { force } from '../verbs/force.ts';
import { openLoop } from '../verbs/open-loop.ts';
import { skip } from '../verbs/skip.ts';
import { start } from '../verbs/start.ts';
import { confirmFact } from './confirm-fact.ts';
import { type LoopPlaces } from './loop-places.ts';

const ref = 'github:acme/app#7';
const base = { at: '2026-01-01T00:00:00Z', by: { login: 'alice' } };
type Merge = Awaited<ReturnType<RemoteReader['readMerge']>>;

function reader(said: Partial<GateComment>, merge: Merge = { kind: 'unmerged' }): RemoteReader {
  const review = { author: 'alice', body: 'ok', kind: 'review', id: '9', ...said } as const;
  return {
    listComments: () => Promise.resolve([review]),
    readComment: () => Promise.resolve({ kind: 'missing' }),
    readMerge: () => Promise.resolve(merge),
    readLinks: () => Promise.resolve([]),
  };
}

const settings = { ...testSettings, authorizedUsers: ['@Alice', 'bob'] };
const inner: LoopPlaces = {
  address: { id: 'issue-12', pr: 7 },
  ref: 'github:Acme/app#7',
  pullRequests: [],
  adhocGates: new Set(['end']),
};
const outer: LoopPlaces = {
  ...inner,
  address: { id: 'issue-12' },
  ref: 'github:acme/app#12',
  pullRequests: ['github:acme/lib#3'],
};

function approval(outcome: 'approved' | 'done', body: string, parts: Partial<Fact> = {}): Fact {
  const source = { kind: 'review', ref, id: '9', url: '', bodyDigest: sha256(body) } as const;
  const node = outcome === 'done' ? 'end' : 'n';
  const fact = { kind: 'approved', ...base, source, node, outcome, headSha: '', subjects: {}, used: [], approvers: [] };
  return { ...fact, ...parts } as Fact;
}

describe('a review', () => {
  it.each<{
    readonly reviewState: GateComment['reviewState'];
    readonly body: string;
    readonly outcome: 'approved' | 'done';
    readonly worth: string;
  }>([
    { reviewState: 'APPROVED', body: 'ok', outcome: 'approved', worth: 'confirmed' },
    { reviewState: 'DISMISSED', body: 'ok', outcome: 'approved', worth: 'unconfirmed' },
    { reviewState: 'CHANGES_REQUESTED', body: 'ok', outcome: 'approved', worth: 'unconfirmed' },
    { reviewState: 'COMMENTED', body: 'ok', outcome: 'approved', worth: 'unconfirmed' },
    { reviewState: 'COMMENTED', body: '@the-loop approve', outcome: 'approved', worth: 'confirmed' },
    { reviewState: 'COMMENTED', body: '```\nthe-loop approve\n```', outcome: 'approved', worth: 'unconfirmed' },
    { reviewState: 'COMMENTED', body: 'do not the-loop approve', outcome: 'approved', worth: 'unconfirmed' },
    { reviewState: 'COMMENTED', body: 'done', outcome: 'done', worth: 'confirmed' },
    { reviewState: 'COMMENTED', body: 'and the tests?', outcome: 'done', worth: 'unconfirmed' },
    { reviewState: 'DISMISSED', body: 'done', outcome: 'done', worth: 'unconfirmed' },
  ])('that is $reviewState and says $body makes $outcome $worth', async ({ reviewState, body, outcome, worth }) => {
    const remote = reader(reviewState === undefined ? { body } : { body, reviewState });
    expect(await confirmFact(approval(outcome, body), { remote, settings }, inner)).toBe(worth);
  });

  it('that ends no ad-hoc task is no end at another gate', async () => {
    const remote = reader({ body: 'done', reviewState: 'COMMENTED' });
    const forged = approval('done', 'done', { node: 'n' });
    expect(await confirmFact(forged, { remote, settings }, inner)).toBe('unconfirmed');
  });
});

describe('a comment', () => {
  /** Pull requests and the tickets they are about; the ticket is written as GitHub spells it. */
  const linked: Readonly<Record<string, readonly string[]>> = {
    'github:acme/app#40': ['github:acme/app#3', 'github:Acme/App#12'],
    'github:acme/app#41': ['github:acme/app#3'],
    'github:acme/lib#4': ['github:acme/app#12'],
    'github:acme/app#7': ['github:acme/app#12'],
  };
  const said = (body: string, at: string): Fact =>
    approval('approved', body, { source: { kind: 'comment', ref: at, id: '5', url: '', bodyDigest: sha256(body) } });

  it.each([
    ['approved', 'github:acme/app#12', undefined, outer, 'confirmed'],
    ['approved', 'github:acme/lib#3', undefined, outer, 'confirmed'],
    ['approved', 'github:acme/app#40', undefined, outer, 'confirmed'],
    ['approved', 'github:acme/app#41', undefined, outer, 'unconfirmed'],
    ['approved', 'github:acme/app#13', undefined, outer, 'unconfirmed'],
    ['approved', 'github:acme/lib#4', undefined, outer, 'unconfirmed'],
    ['approved', 'github:acme/app#12', 'github:acme/app#13', outer, 'unconfirmed'],
    ['approved', 'github:acme/old#12', 'github:acme/app#12', outer, 'confirmed'],
    ['approved', 'github:acme/app#7', undefined, inner, 'confirmed'],
    ['approved', 'github:acme/app#12', undefined, inner, 'unconfirmed'],
    ['why a queue?', 'github:acme/app#12', undefined, outer, 'unconfirmed'],
    ['not approved', 'github:acme/app#12', undefined, outer, 'unconfirmed'],
  ] as const)('%j at %s, which stands at %s, is worth', async (...[body, at, on, places, worth]) => {
    const answer = {
      kind: 'found',
      author: 'alice',
      body,
      editors: null,
      ...(on === undefined ? {} : { on }),
    } as const;
    const remote: RemoteReader = {
      ...reader({}),
      readComment: () => Promise.resolve(answer),
      readLinks: (asked) => Promise.resolve(linked[asked] ?? []),
    };
    expect(await confirmFact(said(body, at), { remote, settings }, places)).toBe(worth);
  });
});

describe('a merge', () => {
  const source = { kind: 'merge', ref, sha: 'abc' } as const;
  const fact: Fact = { kind: 'merged', ...base, source, approves: false };
  const merged: Merge = { kind: 'merged', by: 'Alice', sha: 'abc' };

  it.each<[Merge, string]>([
    [merged, 'confirmed'],
    [{ kind: 'merged', by: 'bob', sha: 'abc' }, 'unconfirmed'],
    [{ kind: 'merged', by: 'alice', sha: 'def' }, 'unconfirmed'],
    [{ kind: 'unmerged' }, 'unconfirmed'],
    [{ kind: 'missing' }, 'unconfirmed'],
  ])('that GitHub knows as %j is %s', async (merge, worth) => {
    expect(await confirmFact(fact, { remote: reader({}, merge), settings }, inner)).toBe(worth);
  });

  const entry = { ...base, source, node: 'n' };
  it.each<[string, Fact, LoopPlaces, string]>([
    ['as an approval', { ...fact, approves: true }, inner, 'recorded'],
    ['of another pull request', fact, { ...inner, ref: 'github:acme/app#8' }, 'unconfirmed'],
    ['of no inner loop', fact, { ...outer, ref }, 'unconfirmed'],
    ['as the source of an approval', approval('approved', '', { source }), inner, 'unconfirmed'],
    ['as the source of an exit', { ...entry, kind: 'exited', outcome: 'approved' }, inner, 'unconfirmed'],
    [
      'as the source of a skip',
      { ...entry, kind: 'skipped', via: 'cli', token: 'n', reason: '' },
      inner,
      'unconfirmed',
    ],
  ])('%s', async (...[, told, places, worth]) => {
    expect(await confirmFact(told, { remote: reader({}, merged), settings }, places)).toBe(worth);
  });
});

describe('the end of an inner loop', () => {
  const item = { address: { id: 'issue-12' } };
  const loop = { address: { id: 'issue-12', pr: 7 } };
  let space: Workspace;
  let one: TestContext;
  beforeEach(async () => {
    space = createWorkspace();
    one = createTestContext(space.store, builtinHooks);
    space.write('docs/specs/issue-12/tasks.md', '---\nstatus: approved\n---\n# T\n\n## Task list\n\n- [x] one\n');
    await start(one, item);
    await start(one, loop);
    await force(one, { ...loop, to: 'pr-approval', reason: 'r' });
    await recordMerge(one, { ...loop, by: { login: 'alice' }, sha: 'abc', approves: true });
  });
  afterEach(() => space.remove());

  const implementation = async (options: object, context = one) =>
    (await check(context, { ...item, ...options })).nodes.find(({ node }) => node === 'implementation');

  /** As an older loop might have had it: its kept copy lets a gate be skipped. */
  async function keepSkippable(address: LoopAddress, id: string): Promise<void> {
    const { graph: today, state, loop: stored } = await openLoop(one, { address });
    const nodes = today.nodes.map((node) => (node.id === id ? { ...node, required: false, skippable: true } : node));
    const edges = [...today.edges, { from: id, to: 'complete', on: 'skipped' }];
    const graph = { ...today, nodes, edges };
    const pin = { name: graph.name, version: graph.version, digest: graphDigest(graph) };
    await one.store.commit(address, stored.revision, { state: { ...state, graph: pin }, graph, at: one.now() });
  }

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

  it('is met by the skip of a gate that its loop lets skip, where the skip is confirmed', async () => {
    const other = { address: { id: 'issue-12', pr: 8 } };
    await start(one, other);
    await keepSkippable(other.address, 'pr-approval');
    await skip(one, { ...other, tokens: ['pr-approval'], reason: 'r' });
    await force(one, { ...other, to: 'complete', reason: 'r' });
    const asked = { requireConfirmed: true, holds: (fact: Fact) => fact.kind === 'merged' };
    expect(await implementation(asked)).toMatchObject({
      status: 'wait',
      messages: [expect.stringMatching(/^issue-12\/pr-8: skipped by declaration .* this is not confirmed$/)],
    });
    const holds = ({ kind }: Fact) => kind === 'merged' || kind === 'skipped';
    expect(await implementation({ ...asked, holds })).toMatchObject({ status: 'pass' });
  });

  it('at a merge is recorded, and not enough where facts have to be confirmed', async () => {
    const remote = reader({}, { kind: 'merged', by: 'alice', sha: 'abc' });
    const asked = { confirm: true, requireConfirmed: true };
    expect(await implementation(asked, { ...one, remote })).toMatchObject({ status: 'wait', provenance: 'recorded' });
  });
});
