import { createOutboxDrain } from '@the-loop/dispatcher';
import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import { createGithub } from '@the-loop/integrations-github';
import { createMemoryStore, type OutboxRow } from '@the-loop/store';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ComparedCommits } from '../items/same-work.ts';
import { createStandingRecords } from '../standing-comment/standing-records.ts';
import { createOutboxPerformer } from './outbox-performer.ts';
import { type WritePayload } from './write-payload.ts';

const once = { repeat: false, more: [], signal: AbortSignal.timeout(30_000) };
const again = { ...once, repeat: true };

let github: GithubEmulator;
beforeEach(async () => {
  github = await startGithubEmulator({ users: { 'bot token': 'the-loop[bot]' } });
  github.createRepository('acme/app');
});
afterEach(() => github.close());

function performer(
  isSameWork: (item: WorkItemRef, commits: ComparedCommits) => Promise<boolean> = () => Promise.resolve(false),
) {
  const host = { apiBase: github.url, tokenEnv: ['BOT_TOKEN'], transport: 'api' as const, binary: 'gh' };
  return createOutboxPerformer({
    github: createGithub({ hosts: { 'github.com': host }, env: { BOT_TOKEN: 'bot token' } }),
    secret: 'a'.repeat(64),
    missing: () => undefined,
    standing: createStandingRecords(createMemoryStore({ now: () => new Date(0) }).records),
    isSameWork,
  });
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function row(payload: WritePayload, attempts = 1): OutboxRow {
  const source = { kind: 'effect', item: 'github:acme/app#1', address: { id: 'issue-1', pr: 1 }, effectKey: 'k' };
  return { key: 'one', kind: payload.kind, payload, createdAt: 0, attempts, source } as unknown as OutboxRow;
}

describe('a request for reviews', () => {
  const openPull = (repo: string) =>
    github.openPullRequest({ as: 'carol', repo, title: 'A change', head: { ref: 'issue-1' } }).place;
  const asked = (on: string) => github.issue(on).pull?.requestedReviewers;
  const requests = () => github.writes().filter(({ operation }) => operation === 'request-reviewers');

  it('goes to everybody but the author, us, and who is asked already', async () => {
    const on = openPull('acme/app');
    const logins = ['alice', '@Carol', 'The-Loop[bot]', 'bob'];
    const payload = { kind: 'reviewers', ref: `github:${on}`, logins } as const;
    expect(await performer().perform(row(payload), once)).toMatchObject({ kind: 'done', result: {}, writes: 1 });
    expect(asked(on)).toEqual(['alice', 'bob']);
    expect(await performer().perform(row(payload), once)).toMatchObject({ kind: 'done', writes: 0 });
    expect(requests()).toHaveLength(1);
  });

  it('whose answer was lost asks nobody twice, not even who has reviewed since', async () => {
    const on = openPull('acme/app');
    const payload = row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice', 'bob'] });
    github.fail({ match: { operation: 'request-reviewers' }, behaviour: 'reset-after' });
    expect(await performer().perform(payload, once)).toMatchObject({ kind: 'unavailable' });
    github.review({ as: 'bob', on, state: 'APPROVED' });
    expect(await performer().perform(payload, again)).toMatchObject({ kind: 'done', writes: 0 });
    expect(asked(on)).toEqual(['alice']);
  });

  it('goes again to who approved an earlier commit, and not to who approved the head', async () => {
    const on = openPull('acme/app');
    github.review({ as: 'alice', on, state: 'APPROVED' });
    github.push({ as: 'carol', on, sha: 'b'.repeat(40) });
    github.review({ as: 'bob', on, state: 'APPROVED' });
    const payload = row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice', 'bob'] });
    await performer().perform(payload, once);
    expect(asked(on)).toEqual(['alice']);
  });

  it('is done with a word about those whom GitHub does not take', async () => {
    github.createRepository('acme/closed', { collaborators: ['alice', 'carol'] });
    const on = openPull('acme/closed');
    const payload = { kind: 'reviewers', ref: `github:${on}`, logins: ['mallory', 'alice'] } as const;
    const degraded =
      'GitHub does not take mallory as a reviewer of github:acme/closed#1: ' +
      'people need access to be asked, and some plans take one reviewer only';
    expect(await performer().perform(row(payload), once)).toMatchObject({ kind: 'done', result: { degraded } });
    expect(asked(on)).toEqual(['alice']);
  });

  it('names exactly who was not asked where a fault comes in the middle', async () => {
    github.createRepository('acme/closed', { collaborators: ['alice', 'bob', 'carol'] });
    const on = openPull('acme/closed');
    const payload = { kind: 'reviewers', ref: `github:${on}`, logins: ['mallory', 'alice', 'bob', 'eve'] } as const;
    github.fail({ match: { operation: 'request-reviewers', body: '["bob"]' }, behaviour: 'forbidden' });
    const end = await performer().perform(row(payload), once);
    const degraded = expect.stringMatching(/take mallory as .*; no review of .* was asked of bob, eve: /) as unknown;
    expect(end).toMatchObject({ kind: 'done', writes: 4, result: { degraded } });
    expect(asked(on)).toEqual(['alice']);
  });

  it('of one whom GitHub does not take is made of nobody, and counts what was tried', async () => {
    github.createRepository('acme/closed', { collaborators: ['carol'] });
    const on = openPull('acme/closed');
    for (const [logins, writes] of [
      [['mallory'], 1],
      [['mallory', 'eve'], 3],
    ] as const)
      expect(await performer().perform(row({ kind: 'reviewers', ref: `github:${on}`, logins }), once)).toMatchObject({
        kind: 'forgone',
        writes,
      });
  });

  it('asks whoever approved and then requested changes', async () => {
    const on = openPull('acme/app');
    github.review({ as: 'alice', on, state: 'APPROVED' });
    github.review({ as: 'alice', on, state: 'CHANGES_REQUESTED', body: 'not yet' });
    github.review({ as: 'bob', on, state: 'CHANGES_REQUESTED', body: 'not yet' });
    github.review({ as: 'bob', on, state: 'APPROVED' });
    github.review({ as: 'bob', on, state: 'COMMENTED', body: 'hm' });
    await performer().perform(row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice', 'bob'] }), once);
    expect(asked(on)).toEqual(['alice']);
  });

  it('goes not again to who approved the same work', async () => {
    const on = openPull('acme/app');
    const [work, more, state] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
    github.push({ as: 'carol', on, sha: work ?? '' });
    github.review({ as: 'alice', on, state: 'APPROVED' });
    github.push({ as: 'carol', on, sha: more ?? '' });
    github.review({ as: 'bob', on, state: 'APPROVED' });
    github.push({ as: 'carol', on, sha: state ?? '' });
    const payload = row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice', 'bob'] });
    const compared: string[] = [];
    await performer((item, { reviewed, head }) => {
      compared.push(formatRef(item));
      return Promise.resolve(reviewed === more && head === state);
    }).perform(payload, once);
    expect([asked(on), new Set(compared)]).toEqual([['alice'], new Set(['github:acme/app#1'])]);
  });

  it.each([
    ['request-reviewers', 'unavailable'],
    ['request-reviewers', { kind: 'truncated' }],
    ['get-pull', 'reset-before'],
  ] as const)('is given up at the fourth try where %s meets %j', async (operation, behaviour) => {
    const on = openPull('acme/app');
    const payload = { kind: 'reviewers', ref: `github:${on}`, logins: ['alice'] } as const;
    github.fail({ match: operation === 'get-pull' ? { method: 'GET' } : { operation }, behaviour, times: 8 });
    expect((await performer().perform(row(payload, 3), once)).kind).toMatch(/^(unavailable|failed)$/);
    const end = await performer().perform(row(payload, 4), once);
    const told = expect.stringContaining(`github:${on}`) as unknown;
    expect(end).toMatchObject({ kind: 'forgone', result: { degraded: told } });
  });

  it('that cannot be made keeps no comment of its item waiting', async () => {
    const on = openPull('acme/app');
    const { outbox } = createMemoryStore({ now: () => new Date() });
    const ends: string[] = [];
    const drain = createOutboxDrain({
      ports: {
        outbox,
        performer: performer(),
        settled: (each, { kind }) => Promise.resolve(ends.push(`${each.key} ${kind}`)).then(() => undefined),
        emit: () => undefined,
        clock: { now: Date.now, after },
      },
      backOff: { firstMs: 1, maxMs: 1 },
    });
    github.fail({ match: { operation: 'request-reviewers' }, behaviour: 'unavailable', times: 100 });
    const asking = row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice'] });
    const saying = row({ kind: 'comment', ref: `github:${on}`, body: 'On it.', purpose: 'hint' });
    const place = { lane: on, host: 'github.com', createdAt: Date.now() };
    await outbox.put([
      { ...asking, ...place, key: 'reviewers' },
      { ...saying, ...place, key: 'comment' },
    ]);
    await drain.start();
    await vi.waitFor(() => expect(ends).toEqual(['reviewers done', 'comment done']), { timeout: 10_000 });
    await drain.stop();
    expect(github.comments(on)).toHaveLength(1);
  });

  it.each(['too-many', 'unauthorized'] as const)('waits however often it meets "%s"', async (behaviour) => {
    const on = openPull('acme/app');
    const payload = { kind: 'reviewers', ref: `github:${on}`, logins: ['alice'] } as const;
    github.fail({ match: { operation: 'request-reviewers' }, behaviour });
    expect(await performer().perform(row(payload, 9), once)).toMatchObject({ kind: 'unavailable' });
    expect(await performer().perform(row(payload, 10), once)).toMatchObject({ kind: 'done', writes: 1 });
  });

  it.each([
    ['get-pull', 'not-found'],
    ['request-reviewers', 'forbidden'],
    ['request-reviewers', 'not-found'],
    ['request-reviewers', 'invalid'],
  ] as const)('where GitHub refuses %s with %s is told and given up', async (operation, behaviour) => {
    const on = openPull('acme/app');
    github.fail({ match: { operation }, behaviour });
    const end = await performer().perform(row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice'] }), once);
    const told = expect.stringContaining(`github:${on}`) as unknown;
    expect(end).toMatchObject({ kind: 'forgone', result: { degraded: told } });
    expect(asked(on)).toEqual([]);
  });

  it('of a pull request that is closed asks nobody', async () => {
    const on = openPull('acme/app');
    github.closeIssue({ as: 'carol', on });
    await performer().perform(row({ kind: 'reviewers', ref: `github:${on}`, logins: ['alice'] }), once);
    expect(requests()).toEqual([]);
  });
});
