import { type GithubHost } from '../host/host-options.ts';
import { parseHttpAnswer } from './parse-http-answer.ts';
import { runProgram } from './run-program.ts';
import { REFUSED_REDIRECT, type TransportFetch, type TransportInit } from './transport.ts';

/** Headers that mean something; `gh` sets the rest itself, its own credentials among them. */
const PASSED_ON = ['accept', 'content-type', 'if-none-match', 'x-github-api-version'];

/** `gh` must neither ask, nor colour, nor look for a newer version of itself. */
const QUIET = { GH_PROMPT_DISABLED: '1', NO_COLOR: '1', GH_NO_UPDATE_NOTIFIER: '1', CLICOLOR: '0', GH_PAGER: 'cat' };

/** How `gh` ends without asking anybody when it has no login. */
const NOT_LOGGED_IN = 4;

export interface GhFetchOptions {
  readonly host: GithubHost;
  /** Absolute path of `gh`. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A `fetch` that lets `gh api -i` make the request, with the operator's login. Bodies go in on stdin, never as arguments.
 * `gh` follows redirects itself and gives its token to no other host.
 */
export function createGhFetch({ host, program, env }: GhFetchOptions): TransportFetch {
  return async (address, init) => {
    const endpoint = endpointOf(address, host);
    if (endpoint === null)
      return new Response(null, { status: 301, headers: { [REFUSED_REDIRECT]: new URL(address).host } });
    const signal = init.signal ?? new AbortController().signal;
    const argv = [program, ...argumentsFor(endpoint, { host, init })];
    const run = await runProgram(argv, { env: { ...env, ...QUIET }, stdin: bodyOf(init), signal });
    const answer = parseHttpAnswer(run.stdout);
    if (answer !== null && (run.code === 0 || isWholeAllTheSame(answer.status, endpoint))) return answer;
    if (answer === null && run.code === NOT_LOGGED_IN) return new Response(null, { status: 401 });
    throw new TypeError('gh got no complete answer', { cause: new Error(run.stderr.slice(0, 500)) });
  };
}

/** `gh` fails for every status from 300 on and for `errors` in GraphQL; otherwise it fails because the answer broke off. */
function isWholeAllTheSame(status: number, endpoint: string): boolean {
  return status >= 300 || endpoint === 'graphql';
}

function bodyOf({ body }: TransportInit): string {
  return typeof body === 'string' ? body : '';
}

function argumentsFor(endpoint: string, { host, init }: { host: GithubHost; init: TransportInit }): string[] {
  const input = bodyOf(init) === '' ? [] : ['--input', '-'];
  const method = init.method ?? 'GET';
  return ['api', '-i', '--hostname', host.name, '-X', method, ...headerArguments(init), ...input, endpoint];
}

function headerArguments(init: TransportInit): string[] {
  return Object.entries(init.headers ?? {})
    .filter(([name]) => PASSED_ON.includes(name.toLowerCase()))
    .flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
}

/** The address as `gh` takes it, relative to the host's API; null for an address of another host. */
function endpointOf(address: string, host: GithubHost): string | null {
  const url = new URL(address);
  const base = new URL(host.apiBase);
  if (url.origin !== base.origin) return null;
  if (url.pathname.endsWith('/graphql') && !url.pathname.includes('/repos/')) return 'graphql';
  const prefix = base.pathname === '/' ? '' : base.pathname;
  return url.pathname.startsWith(`${prefix}/`) ? `${url.pathname.slice(prefix.length)}${url.search}` : null;
}
