import { parseRef } from '@the-loop/graph-core';
import { createGithub } from '@the-loop/integrations-github';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRemoteReader } from './remote-reader.ts';
import { createReviewReader } from './review-reader.ts';

let emulator: GithubEmulator;
let pull: string;
const client = () =>
  createGithub({
    hosts: { 'github.com': { apiBase: emulator.url, tokenEnv: ['TOKEN'], transport: 'api' } },
    env: { TOKEN: 'bot token' },
  });

beforeEach(async () => {
  emulator = await startGithubEmulator({ users: { 'bot token': 'bot' } });
  emulator.createRepository('acme/app');
  emulator.createIssue({ as: 'alice', repo: 'acme/app', title: 'A ticket' });
  pull = emulator.openPullRequest({ as: 'bot', repo: 'acme/app', title: 'A change', head: { ref: 'x' } }).place;
  emulator.comment({ as: 'alice', on: 'acme/app#1', body: 'on the ticket' });
  emulator.comment({ as: 'alice', on: pull, body: 'on the pull request' });
  const comments = [{ path: 'a.ts', line: 1, body: 'on a line' }];
  emulator.review({ as: 'alice', on: pull, state: 'CHANGES_REQUESTED', body: 'not yet', comments });
  emulator.review({ as: 'bob', on: pull, state: 'COMMENTED', body: 'hm' });
});
afterEach(() => emulator.close());

describe('a conversation', () => {
  it('of a ticket is its comments', async () => {
    const comments = await createRemoteReader(client()).listComments('github:acme/app#1');
    expect(comments.map(({ kind, body }) => [kind, body])).toEqual([['comment', 'on the ticket']]);
  });

  it('of a pull request is its comments, reviews and comments on lines', async () => {
    const comments = await createRemoteReader(client()).listComments(`github:${pull}`);
    expect(comments.map(({ kind, body }) => `${kind}: ${body}`).sort()).toEqual([
      'comment: on the pull request',
      'inline: on a line',
      'review: hm',
      'review: not yet',
    ]);
    expect(comments.find(({ body }) => body === 'not yet')).toMatchObject({
      kind: 'review',
      author: 'alice',
      reviewState: 'CHANGES_REQUESTED',
      commitId: expect.stringMatching(/^[0-9a-f]{40}$/),
      on: `github:${pull}`,
    });
  });
});

describe('a gate', () => {
  it('reads the verdicts that stand, and the head', async () => {
    const { headSha, comments } = await createReviewReader(client())(parseRef(`github:${pull}`));
    expect(headSha).toMatch(/^[0-9a-f]{40}$/);
    expect(comments.map(({ kind, reviewState }) => [kind, reviewState])).toEqual([
      ['review', 'CHANGES_REQUESTED'],
      ['inline', undefined],
    ]);
  });

  it('reads nothing of a pull request that is not there, and rejects when GitHub does not answer', async () => {
    const read = createReviewReader(client());
    expect(await read(parseRef('github:acme/app#99'))).toEqual({ headSha: '', comments: [] });
    emulator.fail({ match: {}, behaviour: 'forbidden', times: 50 });
    await expect(read(parseRef(`github:${pull}`))).rejects.toMatchObject({ code: expect.stringMatching(/^GITHUB_/) });
  });
});

describe('a comment', () => {
  it('says where it stands, whatever ref it is asked under', async () => {
    const reader = createRemoteReader(client());
    const [comment] = await reader.listComments('github:acme/app#1');
    expect(await reader.readComment('github:acme/app#2', comment?.id ?? '')).toMatchObject({
      kind: 'found',
      author: 'alice',
      on: 'github:acme/app#1',
    });
  });
});

describe('what a pull request is about', () => {
  const open = (input: { ref: string; body?: string; repo?: string }) =>
    emulator.openPullRequest({
      as: 'bot',
      repo: 'acme/app',
      title: 'A change',
      body: input.body ?? '',
      head: { ref: input.ref, ...(input.repo === undefined ? {} : { repo: input.repo }) },
    }).ref;

  it('is read from what it closes, its branch and its text, and is nothing for a ticket', async () => {
    emulator.createRepository('mallory/app');
    const reader = createRemoteReader(client());
    expect(await reader.readLinks(`github:${pull}`)).toEqual([]);
    expect(await reader.readLinks('github:acme/app#1')).toEqual([]);
    expect(await reader.readLinks(open({ ref: 'issue-1' }))).toEqual(['github:acme/app#1']);
    expect(await reader.readLinks(open({ ref: 'x', body: 'Closes #1' }))).toContain('github:acme/app#1');
    expect(await reader.readLinks(open({ ref: 'issue-1', repo: 'mallory/app' }))).toEqual([]);
  });

  it('is not known while GitHub does not say', async () => {
    emulator.fail({ match: { operation: 'closing-references' }, behaviour: 'forbidden', times: 9 });
    await expect(createRemoteReader(client()).readLinks(`github:${pull}`)).rejects.toMatchObject({
      code: 'GITHUB_FORBIDDEN',
    });
  });
});

describe('a merge', () => {
  it('is read with who merged and the commit, and is none for a ticket', async () => {
    const reader = createRemoteReader(client());
    expect(await reader.readMerge(`github:${pull}`)).toEqual({ kind: 'unmerged' });
    emulator.merge({ as: 'alice', on: pull });
    expect(await reader.readMerge(`github:${pull}`)).toEqual({
      kind: 'merged',
      by: 'alice',
      sha: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    });
    expect(await reader.readMerge('github:acme/app#1')).toEqual({ kind: 'missing' });
  });
});
