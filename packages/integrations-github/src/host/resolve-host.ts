import { GithubError } from '../github-error.ts';
import { type GithubHost, type GithubHostOptions } from './host-options.ts';

const TRANSPORTS = ['auto', 'api', 'gh'] as const;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * The entry of a host with its defaults; github.com has one even when none is configured.
 * Throws `GITHUB_HOST_NOT_CONFIGURED`, `GITHUB_HOST_INVALID`, `GITHUB_TRANSPORT_UNAVAILABLE`.
 */
export function resolveHost(name: string, hosts: Readonly<Record<string, GithubHostOptions>>): GithubHost {
  const host = name.toLowerCase();
  const { apiBase, tokenEnv, transport, binary = 'gh', app = null, pacing } = optionsOf(host, hosts);
  const base = checkedBase(host, apiBase ?? defaultBase(host));
  return {
    name: host,
    apiBase: base.href.replace(/\/$/, ''),
    tokenEnv: [tokenEnv ?? defaultTokenEnv(host)].flat(),
    transport: checkedTransport(host, transport ?? 'auto'),
    binary,
    app,
    pacing: pacing ?? (LOOPBACK.has(base.hostname) ? 'none' : 'github'),
  };
}

function optionsOf(host: string, hosts: Readonly<Record<string, GithubHostOptions>>): GithubHostOptions {
  const found = Object.entries(hosts).find(([key]) => key.toLowerCase() === host)?.[1];
  if (found) return found;
  if (host === 'github.com') return {};
  throw notConfigured(host, Object.keys(hosts));
}

function defaultBase(host: string): string {
  return host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;
}

/** As `gh` has it, so that a token of github.com never goes to another host. */
function defaultTokenEnv(host: string): readonly string[] {
  return host === 'github.com' ? ['GH_TOKEN', 'GITHUB_TOKEN'] : ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];
}

function checkedBase(host: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)));
  if (isSafe && url.username === '' && url.search === '' && url.hash === '') return url;
  throw new GithubError(
    'GITHUB_HOST_INVALID',
    `the API address of ${host} cannot be used: a token would travel unprotected`,
    {
      target: host,
      remedy: `Set integrations.github.hosts.${host}.apiBase to an https address (plain http only on loopback).`,
    },
  );
}

function checkedTransport(host: string, given: string): GithubHost['transport'] {
  const known = TRANSPORTS.find((transport) => transport === given);
  if (known) return known;
  throw new GithubError(
    'GITHUB_TRANSPORT_UNAVAILABLE',
    `${host} asks for a transport that does not exist: ${JSON.stringify(given)}`,
    {
      target: host,
      remedy: `Set integrations.github.hosts.${host}.transport to ${TRANSPORTS.join(', ')}.`,
    },
  );
}

function notConfigured(host: string, configured: readonly string[]): GithubError {
  const known = ['github.com', ...configured.filter((name) => name.toLowerCase() !== 'github.com')];
  return new GithubError(
    'GITHUB_HOST_NOT_CONFIGURED',
    `the GitHub host ${JSON.stringify(host)} is not configured; known are ${known.join(', ')}`,
    {
      target: host,
      remedy: `Add integrations.github.hosts.${host} to the operator's configuration.`,
    },
  );
}
