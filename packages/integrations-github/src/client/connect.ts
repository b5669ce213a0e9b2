import { type Access, type Environment, findAccess } from '../host/credentials.ts';
import { type GithubHost, type GithubHostOptions } from '../host/host-options.ts';
import { resolveHost } from '../host/resolve-host.ts';
import { createApiFetch } from '../transport/api-fetch.ts';
import { createGhFetch } from '../transport/gh-fetch.ts';
import { createHttpFetch } from '../transport/http-fetch.ts';
import { type TransportFetch } from '../transport/transport.ts';
import { withDeadline } from '../transport/with-deadline.ts';
import { GithubClient } from './github-client.ts';
import { createOctokit } from './octokit.ts';

/** What all connections share. */
export interface ConnectOptions {
  readonly hosts: Readonly<Record<string, GithubHostOptions>>;
  readonly env: Environment;
  /** Null for the transport's own. */
  readonly fetch: typeof fetch | null;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly now: () => number;
}

/** The client of one host: its entry, its credentials, its way there. */
export async function connect(name: string, options: ConnectOptions): Promise<GithubClient> {
  const host = resolveHost(name, options.hosts);
  const access = await findAccess(host, options.env);
  const octokit = createOctokit(host, withDeadline(transportOf(host, access, options), options.timeoutMs));
  const token = await tokenOf(access, { octokit, host: host.name, now: options.now });
  const followsRedirects = access.kind === 'gh';
  return new GithubClient({
    host: host.name,
    apiBase: host.apiBase,
    octokit,
    token,
    followsRedirects,
    now: options.now,
  });
}

function transportOf(host: GithubHost, access: Access, options: ConnectOptions): TransportFetch {
  if (access.kind === 'gh') return createGhFetch({ host, program: access.program, env: options.env });
  return createApiFetch(host.apiBase, options.fetch ?? createHttpFetch(options.connectTimeoutMs));
}

async function tokenOf(
  access: Access,
  parts: { readonly octokit: ReturnType<typeof createOctokit>; readonly host: string; readonly now: () => number },
): Promise<(() => Promise<string>) | null> {
  if (access.kind === 'gh') return null;
  if (access.kind === 'token') return () => Promise.resolve(access.token);
  const { createAppTokens } = await import('./app-token.ts');
  return createAppTokens({ app: access.app, privateKey: access.privateKey, ...parts });
}
