import { expect, it } from 'vitest';
import { resolveHost } from './resolve-host.ts';

it('knows github.com without configuration', () => {
  expect(resolveHost('GitHub.com', {})).toEqual({
    name: 'github.com',
    apiBase: 'https://api.github.com',
    tokenEnv: ['GH_TOKEN', 'GITHUB_TOKEN'],
    transport: 'auto',
    binary: 'gh',
    app: null,
    pacing: 'github',
  });
});

it('never lets the variables of github.com stand in for another host', () => {
  const host = resolveHost('ghe.example', { 'GHE.example': {} });
  expect(host).toMatchObject({
    apiBase: 'https://ghe.example/api/v3',
    tokenEnv: ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'],
  });
});

it('does not pace an API on loopback', () => {
  expect(resolveHost('github.com', { 'github.com': { apiBase: 'http://127.0.0.1:1/api/v3/' } })).toMatchObject({
    apiBase: 'http://127.0.0.1:1/api/v3',
    pacing: 'none',
  });
});

it.each([
  { what: 'an unknown host', name: 'evil.example', entry: {}, code: 'GITHUB_HOST_NOT_CONFIGURED' },
  {
    what: 'a transport that does not exist',
    entry: { transport: 'carrier-pigeon' },
    code: 'GITHUB_TRANSPORT_UNAVAILABLE',
  },
  { what: 'plain http to another machine', entry: { apiBase: 'http://api.github.com' }, code: 'GITHUB_HOST_INVALID' },
  { what: 'an address that is none', entry: { apiBase: 'api.github.com' }, code: 'GITHUB_HOST_INVALID' },
  { what: 'credentials in the address', entry: { apiBase: 'https://u:p@api.github.com' }, code: 'GITHUB_HOST_INVALID' },
])('refuses $what', ({ name = 'github.com', entry, code }) => {
  expect(() => resolveHost(name, { 'github.com': entry })).toThrow(expect.objectContaining({ code }));
});
