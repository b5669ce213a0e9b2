import { generateKeyPairSync } from 'node:crypto';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGithub } from '../create-github.ts';
import { TICKET } from '../testing/operations-suite.ts';

const TOKEN = 'token-of-octo-bot';
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
let emulator: GithubEmulator;

beforeEach(async () => {
  const app = { id: 7, installationId: 8, slug: 'the-loop', publicKey: keys.publicKey };
  emulator = await startGithubEmulator({ users: { [TOKEN]: 'octo-bot' }, app });
  emulator.createRepository('octo/app');
  emulator.createIssue({ as: 'alice', repo: 'octo/app', title: 'A ticket' });
});
afterEach(() => emulator.close());

describe('paced as GitHub asks', () => {
  const paced = () =>
    createGithub({ hosts: { 'github.com': { apiBase: emulator.url, pacing: 'github' } }, env: { GH_TOKEN: TOKEN } });

  it('repeats a read that failed, and not a write', async () => {
    emulator.fail({ match: { operation: 'get-issue' }, behaviour: 'server-error' });
    expect(await paced().getItem(TICKET)).toMatchObject({ kind: 'found' });
    emulator.fail({ match: { operation: 'add-comment' }, behaviour: 'server-error' });
    await expect(paced().addComment(TICKET, 'hello')).rejects.toMatchObject({ code: 'GITHUB_SERVER' });
    expect(emulator.writes()).toHaveLength(1);
  });

  it('waits out a short limit, and hands a long one to its caller', async () => {
    emulator.fail({ match: { operation: 'add-comment' }, behaviour: 'secondary-limit' });
    await paced().addComment(TICKET, 'hello');
    expect(emulator.comments('octo/app#1')).toHaveLength(1);
    emulator.fail({ match: { operation: 'get-issue' }, behaviour: 'primary-limit' });
    await expect(paced().getItem(TICKET)).rejects.toMatchObject({ code: 'GITHUB_RATE_LIMITED', retry: 'after-reset' });
  });
});

describe('as a GitHub App', () => {
  const asApp = (privateKey: string, installationId = 8) =>
    createGithub({
      hosts: { 'github.com': { apiBase: emulator.url, app: { id: 7, installationId, privateKeyEnv: 'KEY' } } },
      env: { KEY: privateKey, PATH: '' },
    });

  it('writes as the bot of the App with a token it asked for once', async () => {
    const github = asApp(keys.privateKey);
    await github.addComment(TICKET, 'hello');
    await github.addComment(TICKET, 'again');
    expect(await github.whoami('github.com')).toMatchObject({ login: 'the-loop[bot]' });
    expect(emulator.comments('octo/app#1').map(({ author }) => author)).toEqual(['the-loop[bot]', 'the-loop[bot]']);
    expect(emulator.requests().filter(({ path }) => path.startsWith('/app/'))).toHaveLength(1);
  });

  it('says what to check when GitHub gives it no token', async () => {
    const other = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await expect(asApp(other.privateKey).addComment(TICKET, 'x')).rejects.toMatchObject({
      code: 'GITHUB_UNAUTHENTICATED',
      status: 401,
    });
    await expect(asApp(keys.privateKey, 9).addComment(TICKET, 'x')).rejects.toMatchObject({
      code: 'GITHUB_UNAUTHENTICATED',
      status: 404,
    });
    expect(emulator.comments('octo/app#1')).toEqual([]);
  });

  it.each([
    ['server-error', { code: 'GITHUB_SERVER', retry: 'later' }],
    ['unavailable', { code: 'GITHUB_SERVER', retry: 'later' }],
    ['too-many', { code: 'GITHUB_RATE_LIMITED', retry: 'after-reset', retryAfterSeconds: 1 }],
    ['secondary-limit', { code: 'GITHUB_RATE_LIMITED', retry: 'after-reset', retryAfterSeconds: 1 }],
    ['reset-before', { code: 'GITHUB_NETWORK', retry: 'later' }],
    ['cut', { code: 'GITHUB_NETWORK', retry: 'later' }],
    ['truncated', { code: 'GITHUB_MALFORMED_RESPONSE', retry: 'later' }],
  ] as const)(
    'a token that does not come because of "%s" may come later, and nothing was written',
    async (behaviour, fault) => {
      const github = asApp(keys.privateKey);
      emulator.fail({ match: { path: '/app/installations/8/access_tokens' }, behaviour });
      await expect(github.addComment(TICKET, 'x')).rejects.toMatchObject({ ...fault, ambiguous: false });
      await github.addComment(TICKET, 'x');
      expect(emulator.comments('octo/app#1')).toHaveLength(1);
    },
  );

  it('a key that cannot sign is a refusal, and no trouble on the way', async () => {
    await expect(asApp('no key').addComment(TICKET, 'x')).rejects.toMatchObject({
      code: 'GITHUB_UNAUTHENTICATED',
      retry: 'never',
    });
  });
});
