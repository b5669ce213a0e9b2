import { defaultOperatorConfig, type GithubHostConfig, type OperatorConfig } from '@the-loop/config';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { missingCredentials } from './missing-credentials.ts';

let github: GithubEmulator;
beforeEach(async () => {
  github = await startGithubEmulator({ users: { good: 'the-loop[bot]' } });
});
afterEach(() => github.close());

function config(hosts: Readonly<Record<string, Partial<GithubHostConfig>>>, repositories: string[] = []) {
  const entry = { apiBase: github.url, tokenEnv: ['TOKEN'], transport: 'api', binary: 'no-such-gh' } as const;
  const entries = Object.entries(hosts).map(([host, change]) => [host, { ...entry, ...change }] as const);
  return {
    ...defaultOperatorConfig,
    polling: { ...defaultOperatorConfig.polling, repositories },
    integrations: { github: { hosts: Object.fromEntries(entries) } },
  } satisfies OperatorConfig;
}

it.each([
  ['a good token', { TOKEN: 'good' }, null],
  ['a token that is worn out', { TOKEN: 'old' }, /does not accept the credentials.*Renew the token/],
  ['no token', {}, /no way to reach github\.com: TOKEN is not set.*\. Set TOKEN, or install gh/],
])('with %s', async (_what, environment, error) => {
  const missing = await missingCredentials(config({ 'github.com': {} }), environment);
  expect(missing).toEqual(
    error === null ? [] : [{ host: 'github.com', error: expect.stringMatching(error) as unknown }],
  );
});

it('a host that is away is no host that does not know us', async () => {
  expect(
    await missingCredentials(config({ 'github.com': { apiBase: 'http://127.0.0.1:1' } }), { TOKEN: 'good' }),
  ).toEqual([]);
});

it.each([
  [[], ['ghe.example']],
  [['acme/app'], ['github.com', 'ghe.example']],
])('github.com is missed beside another host only where it is used: %j', async (repositories, hosts) => {
  const missing = await missingCredentials(config({ 'github.com': {}, 'ghe.example': {} }, repositories), {});
  expect(missing.map(({ host }) => host)).toEqual(hosts);
});
