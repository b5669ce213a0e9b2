import { type Effect, type PendingEffect } from '@the-loop/graph-core';
import { createGithub, type GithubOperations } from '@the-loop/integrations-github';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { expect, it } from 'vitest';
import { type Told } from '../wiring/notify.ts';
import { createDirectPerformer } from './direct-performer.ts';

const [REVIEWED, HEAD] = ['a'.repeat(40), 'b'.repeat(40)];
const SAME = `issue-7 ${REVIEWED} ${HEAD}`;

const unreachable = createGithub({ hosts: { 'github.com': { binary: 'no-such-gh' } }, env: {} });

interface Place {
  readonly github: GithubOperations;
  readonly attempts?: number;
}

function performed(
  effect: Effect,
  end: Told = { kind: 'told' },
  { github, attempts = 0 }: Place = { github: unreachable },
) {
  const asked: string[] = [];
  const performer = createDirectPerformer({
    github,
    secret: () => 'a'.repeat(64),
    tell: (workItem, { event }) => {
      asked.push(`${workItem} ${event}`);
      return Promise.resolve(end);
    },
    now: () => 0,
    isSameWork: ({ id }, { reviewed, head }) => Promise.resolve(`${id} ${reviewed} ${head}` === SAME),
  });
  const pending: PendingEffect = { key: 'k', hook: 'h', node: 'n', at: '', effect, attempts, lastError: '' };
  return performer
    .perform({ id: 'issue-7' }, pending, AbortSignal.timeout(10_000))
    .then((result) => ({ result, asked }));
}

const notice = { kind: 'notify', event: 'decision-pending', roles: ['qa'], text: 'waits' } as const;

it('tells people what a verb at a terminal has to tell', async () => {
  expect(await performed(notice)).toEqual({
    result: { kind: 'done', done: { at: '1970-01-01T00:00:00.000Z' } },
    asked: ['issue-7 decision-pending'],
  });
});

it('has failed where nobody could be told, so that the verb warns and the notice waits', async () => {
  const { result } = await performed(notice, { kind: 'unheard', error: 'nobody could be told' });
  expect(result).toEqual({ kind: 'failed', error: 'nobody could be told' });
});

it('says what happened and what helps in two sentences', async () => {
  const { result } = await performed({ kind: 'comment', ref: 'github:acme/app#7', body: 'x', purpose: 'hint' });
  expect(result).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/not logged in\. Set GH_TOKEN/) as unknown,
  });
});

type Pull = ReturnType<GithubEmulator['openPullRequest']>;

async function withPull(
  use: (made: { emulator: GithubEmulator; github: GithubOperations; pull: Pull }) => Promise<void>,
) {
  const emulator = await startGithubEmulator({ users: { token: 'octo-bot' } });
  try {
    const host = { apiBase: emulator.url, tokenEnv: ['TOKEN'], transport: 'api' as const };
    const github = createGithub({ hosts: { 'github.com': host }, env: { TOKEN: 'token' } });
    emulator.createRepository('acme/app', { collaborators: ['alice'] });
    const pull = emulator.openPullRequest({ as: 'octo-bot', repo: 'acme/app', title: 'A', head: { ref: 'x' } });
    await use({ emulator, github, pull });
  } finally {
    await emulator.close();
  }
}

it('asks nobody again whose approval stands on the same work in the checkout', () =>
  withPull(async ({ emulator, github, pull }) => {
    emulator.push({ as: 'octo-bot', on: pull.place, sha: REVIEWED });
    emulator.review({ as: 'alice', on: pull.place, state: 'APPROVED' });
    emulator.push({ as: 'octo-bot', on: pull.place, sha: HEAD });
    const reviewers = { kind: 'reviewers', ref: pull.ref, logins: ['alice'] } as const;
    expect((await performed(reviewers, undefined, { github })).result).toMatchObject({ kind: 'done' });
    expect(emulator.issue(pull.place).pull?.requestedReviewers).toEqual([]);
  }));

it('gives up at the fourth try where GitHub does not answer, and says so', () =>
  withPull(async ({ emulator, github, pull }) => {
    emulator.fail({ match: { operation: 'request-reviewers' }, behaviour: 'unavailable', times: 2 });
    const reviewers = { kind: 'reviewers', ref: pull.ref, logins: ['alice'] } as const;
    const degraded = expect.stringContaining(`no review of ${pull.ref} was asked of alice`) as unknown;
    expect((await performed(reviewers, undefined, { github, attempts: 2 })).result).toMatchObject({ kind: 'failed' });
    expect((await performed(reviewers, undefined, { github, attempts: 3 })).result).toMatchObject({
      kind: 'done',
      degraded,
    });
  }));

it('asks for reviews and folds an older checklist away at once, and says what GitHub refused', () =>
  withPull(async ({ emulator, github, pull }) => {
    const list = emulator.comment({ as: 'octo-bot', on: pull.place, body: '- [ ] design' });
    const reviewers = { kind: 'reviewers', ref: pull.ref, logins: ['alice', 'mallory'] } as const;
    const degraded = expect.stringContaining('does not take mallory') as unknown;
    expect((await performed(reviewers, undefined, { github })).result).toMatchObject({ kind: 'done', degraded });
    await performed({ kind: 'minimize', ref: pull.ref, id: String(list.id) }, undefined, { github });
    expect(emulator.issue(pull.place).pull?.requestedReviewers).toEqual(['alice']);
    expect(emulator.comments(pull.place).map(({ minimizedReason }) => minimizedReason)).toEqual(['OUTDATED']);
  }));
