import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import { type GithubHost } from '../host/host-options.ts';
import { type TransportFetch } from '../transport/transport.ts';

const noop = () => undefined;
/** A library never prints. */
const SILENT = { debug: noop, info: noop, warn: noop, error: noop };

/** GitHub's limits are waited out when that takes at most a minute; longer ones are the caller's to defer. */
const LONGEST_WAIT_SECONDS = 60;
const MOST_WAITS = 2;

/** Reads that fail are tried again after 0.5, 2 and 4.5 s; writes never are, see the `retries` of each request. */
const RETRY = {
  retries: 3,
  retryAfterBaseValue: 500,
  doNotRetry: [304, 400, 401, 403, 404, 405, 409, 410, 422, 429, 451],
};

/** Called with the wait in seconds, the request, the client, and how often it waited already. */
const waitOut = (...[seconds, , , waited]: [number, object, object, number]): boolean =>
  seconds <= LONGEST_WAIT_SECONDS && waited < MOST_WAITS;

const PacedOctokit = Octokit.plugin(retry, throttling);

/** One Octokit for a host. Requests go through `transport`, which alone knows how the host is reached. */
export function createOctokit(host: GithubHost, transport: TransportFetch): Octokit {
  const isPaced = host.pacing === 'github';
  return new PacedOctokit({
    baseUrl: host.apiBase,
    userAgent: 'the-loop',
    log: SILENT,
    request: { fetch: transport },
    retry: { ...RETRY, enabled: isPaced },
    throttle: { enabled: isPaced, id: host.name, onRateLimit: waitOut, onSecondaryRateLimit: waitOut },
  });
}
