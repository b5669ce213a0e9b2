import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import { createGithub } from '@the-loop/integrations-github';
import { createMemoryStore, type OutboxRow } from '@the-loop/store';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStandingRecords } from '../standing-comment/standing-records.ts';
import { createOutboxPerformer } from './outbox-performer.ts';
import { type WritePayload } from './write-payload.ts';

const once = { repeat: false, more: [], signal: AbortSignal.timeout(30_000) };
const again = { ...once, repeat: true };

let github: GithubEmulator;
let place: string;
beforeEach(async () => {
  github = await startGithubEmulator({ users: { 'bot token': 'the-loop[bot]' } });
  github.createRepository('acme/app');
  place = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' }).place;
});
afterEach(() => github.close());

function performer(
  missing: (ref: WorkItemRef, error: string) => void = () => undefined,
  posted: (host: string, login: string) => void = () => undefined,
) {
  const host = { apiBase: github.url, tokenEnv: ['BOT_TOKEN'], transport: 'api' as const, binary: 'gh' };
  return createOutboxPerformer({
    github: createGithub({ hosts: { 'github.com': host }, env: { BOT_TOKEN: 'bot token' } }),
    secret: 'a'.repeat(64),
    missing,
    posted,
    isSameWork: () => Promise.resolve(false),
    standing: createStandingRecords(createMemoryStore({ now: () => new Date(0) }).records),
  });
}

function row(payload: WritePayload, key = 'one', attempts = 1): OutboxRow {
  return {
    key,
    lane: 'lane',
    host: 'github.com',
    kind: payload.kind,
    payload,
    createdAt: 0,
    attempts,
    source: {},
  } as unknown as OutboxRow;
}

const comment = { kind: 'comment', ref: 'github:acme/app#1', body: 'On it.', purpose: 'hint' } as const;

describe('a comment', () => {
  it('that is there already is adopted by a repeat, and not posted twice', async () => {
    const first = await performer().perform(row(comment), once);
    expect(first).toMatchObject({ kind: 'done', adopted: false });
    const repeated = await performer().perform(row(comment), again);
    expect(repeated).toEqual({ ...first, adopted: true });
    expect(github.comments(place)).toHaveLength(1);
  });

  it('whose answer was lost is there once', async () => {
    github.fail({ match: { operation: 'add-comment' }, behaviour: 'lost-answer' });
    await performer().perform(row(comment), once);
    const repeated = await performer().perform(row(comment), again);
    expect(repeated).toMatchObject({ kind: 'done', result: { by: 'the-loop[bot]' } });
    expect(github.comments(place)).toHaveLength(1);
  });

  it('tells whom GitHub names as its author, unless it was found there', async () => {
    const told: string[] = [];
    const telling = performer(undefined, (host, login) => told.push(`${host} ${login}`));
    await telling.perform(row(comment), once);
    await telling.perform(row(comment), again);
    expect(told).toEqual(['github.com the-loop[bot]']);
  });

  it('of another operation is another comment', async () => {
    await performer().perform(row(comment), once);
    await performer().perform(row(comment, 'two'), again);
    expect(github.comments(place)).toHaveLength(2);
  });

  it('A5: copied by somebody else with its marker is not taken for ours', async () => {
    await performer().perform(row(comment), once);
    const [ours] = github.comments(place);
    if (ours === undefined) throw new Error('nothing was posted');
    const other = github.createIssue({ as: 'mallory', repo: 'acme/app', title: 'Copy' }).place;
    github.comment({ as: 'mallory', on: other, body: ours.body });
    const answer = await performer().perform(row({ ...comment, ref: 'github:acme/app#2' }), again);
    expect(answer).toMatchObject({ kind: 'done', adopted: false });
    expect(github.comments(other).map(({ author }) => author)).toEqual(['mallory', 'the-loop[bot]']);
  });
});

describe('a write', () => {
  it('that can never work is refused, and one that may work later is not', async () => {
    const nowhere = row({ ...comment, ref: 'github:acme/app#99' });
    expect(await performer().perform(nowhere, once)).toMatchObject({ kind: 'refused' });
    expect(await performer().perform(row({ ...comment, ref: 'no ref' }), once)).toMatchObject({
      kind: 'refused',
    });
    github.fail({ match: { operation: 'add-comment' }, behaviour: 'invalid' });
    expect(await performer().perform(row(comment), once)).toMatchObject({ kind: 'refused' });
    github.fail({ match: { operation: 'add-comment' }, behaviour: { kind: 'status', status: 201, body: {} } });
    expect(await performer().perform(row(comment), once)).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['server-error', null],
    ['bad-gateway', null],
    ['unavailable', null],
    ['reset-before', null],
    ['too-many', 1000],
    ['secondary-limit', 1000],
    ['unauthorized', null],
  ] as const)('waits without limit after "%s"', async (behaviour, retryAfterMs) => {
    github.fail({ match: { operation: 'add-comment' }, behaviour });
    expect(await performer().perform(row(comment), once)).toMatchObject({ kind: 'unavailable', retryAfterMs });
    expect(await performer().perform(row(comment), again)).toMatchObject({ kind: 'done' });
    expect(github.comments(place)).toHaveLength(1);
  });

  it('waits for credentials, and says what to set', async () => {
    const hosts = { 'github.com': { apiBase: github.url, tokenEnv: ['BOT_TOKEN'], binary: 'no-such-gh' } };
    const unknown = createOutboxPerformer({
      github: createGithub({ hosts, env: {} }),
      secret: 'a'.repeat(64),
      missing: () => undefined,
      isSameWork: () => Promise.resolve(false),
      standing: createStandingRecords(createMemoryStore({ now: () => new Date(0) }).records),
    });
    expect(await unknown.perform(row(comment), once)).toEqual({
      kind: 'unavailable',
      error:
        'there is no way to reach github.com: BOT_TOKEN is not set, and no-such-gh is not installed or not logged in. ' +
        'Set BOT_TOKEN, or install gh and run gh auth login --hostname github.com.',
      retryAfterMs: null,
    });
  });

  it.each(['not-found', 'gone'] as const)(
    'of a comment that is answered with %s is evidence that its thread is missing',
    async (behaviour) => {
      const told: string[] = [];
      github.fail({ match: { operation: 'add-comment' }, behaviour });
      await performer((ref) => told.push(formatRef(ref))).perform(row(comment), once);
      expect(told).toEqual(['github:acme/app#1']);
    },
  );

  it('of a reaction to a comment that is gone says nothing of the thread', async () => {
    const told: string[] = [];
    const gone = { nodeId: '', commentId: '424242', commentKind: 'comment', content: '+1' } as const;
    const reaction = row({ kind: 'reaction', ref: 'github:acme/app#1', ...gone });
    const answer = await performer((ref) => told.push(formatRef(ref))).perform(reaction, once);
    expect([answer.kind, told]).toEqual(['refused', []]);
  });

  it('of a label leaves one label of its group, however often it is made', async () => {
    const label = row({ kind: 'label', ref: 'github:acme/app#1', prefix: 'loop:', label: 'loop:design', known: [] });
    expect(await performer().perform(label, once)).toMatchObject({ kind: 'done', adopted: false });
    expect(await performer().perform(label, again)).toMatchObject({ kind: 'done', adopted: true });
    expect(github.issue(place).labels).toEqual(['loop:design']);
  });
});

describe('a comment that is out of date', () => {
  const folded = () => github.comments(place).map(({ minimizedReason }) => minimizedReason);
  const fold = (id: number, ref = 'github:acme/app#1') => row({ kind: 'minimize', ref, id: String(id) });

  it('is folded away once, and left where it is gone', async () => {
    const { id } = github.comment({ as: 'the-loop[bot]', on: place, body: '- [ ] design' });
    expect(await performer().perform(fold(id), once)).toMatchObject({ kind: 'done', writes: 1 });
    await performer().perform(fold(id), again);
    expect(folded()).toEqual(['OUTDATED']);
    expect(await performer().perform(fold(424_242), once)).toMatchObject({ kind: 'done', result: {}, writes: 0 });
  });

  it('of somebody else, or on another thread, is left alone and told', async () => {
    const theirs = github.comment({ as: 'mallory', on: place, body: '- [ ] design' }).id;
    const ours = github.comment({ as: 'the-loop[bot]', on: place, body: '- [ ] design' }).id;
    const other = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Other' }).ref;
    for (const write of [fold(theirs), fold(ours, other)]) {
      const told = expect.stringContaining('it is not ours') as unknown;
      expect(await performer().perform(write, once)).toMatchObject({ kind: 'forgone', result: { degraded: told } });
    }
    expect(folded()).toEqual([null, null]);
  });

  it.each(['unavailable', 'truncated'] as const)('is given up at the fourth try after "%s"', async (behaviour) => {
    const { id } = github.comment({ as: 'the-loop[bot]', on: place, body: '- [ ] design' });
    const write = { kind: 'minimize', ref: 'github:acme/app#1', id: String(id) } as const;
    github.fail({ match: { operation: 'minimize-comment' }, behaviour, times: 2 });
    expect((await performer().perform(row(write, 'one', 3), again)).kind).not.toMatch(/done|forgone/);
    const told = expect.stringContaining('was not folded away') as unknown;
    const end = await performer().perform(row(write, 'one', 4), again);
    expect(end).toMatchObject({ kind: 'forgone', result: { degraded: told } });
  });

  it('that we may not fold away is told and given up', async () => {
    const { id } = github.comment({ as: 'the-loop[bot]', on: place, body: '- [ ] design' });
    github.fail({ match: { operation: 'minimize-comment' }, behaviour: 'forbidden' });
    const told = expect.stringContaining('was not folded away') as unknown;
    expect(await performer().perform(fold(id), once)).toMatchObject({ kind: 'forgone', result: { degraded: told } });
    expect(await performer().perform(fold(id), again)).toMatchObject({ kind: 'done', writes: 1 });
  });
});
