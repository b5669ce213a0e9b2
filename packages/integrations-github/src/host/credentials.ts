import { readFile } from 'node:fs/promises';
import { GithubError } from '../github-error.ts';
import { runProgram } from '../transport/run-program.ts';
import { findProgram } from './find-program.ts';
import { type GithubAppOptions, type GithubHost } from './host-options.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How requests to a host are made: with a token over HTTP, as an App over HTTP, or by `gh`, which has its own login. */
export type Access =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'app'; readonly app: GithubAppOptions; readonly privateKey: string }
  | { readonly kind: 'gh'; readonly program: string };

const GH_TOKEN_WITHIN_MS = 15_000;

/** The first that is there: a configured variable, the App, `gh`. Throws `GITHUB_TRANSPORT_UNAVAILABLE`, `GITHUB_HOST_INVALID`. */
export async function findAccess(host: GithubHost, env: Environment): Promise<Access> {
  if (host.transport !== 'gh') {
    const token = host.tokenEnv.map((name) => env[name]).find((value) => value !== undefined && value !== '');
    if (token !== undefined) return { kind: 'token', token };
    if (host.app) return { kind: 'app', app: host.app, privateKey: await privateKeyOf(host, host.app, env) };
  }
  const program = await findProgram(host.binary, env['PATH']);
  if (program === null) throw unavailable(host);
  if (host.transport !== 'api') return { kind: 'gh', program };
  return { kind: 'token', token: await tokenOfGh(host, program, env) };
}

async function tokenOfGh(host: GithubHost, program: string, env: Environment): Promise<string> {
  const argv = [program, 'auth', 'token', '--hostname', host.name];
  const run = await runProgram(argv, { env, stdin: '', signal: AbortSignal.timeout(GH_TOKEN_WITHIN_MS) });
  const token = run.stdout.toString('utf8').trim();
  if (run.code !== 0 || token === '') throw unavailable(host);
  return token;
}

async function privateKeyOf(host: GithubHost, app: GithubAppOptions, env: Environment): Promise<string> {
  const fromEnv = app.privateKeyEnv === undefined ? undefined : env[app.privateKeyEnv];
  // Many secret stores keep a PEM on one line.
  if (fromEnv !== undefined && fromEnv !== '') return fromEnv.replaceAll('\\n', '\n');
  if (app.privateKeyPath === undefined) throw noKey(host, undefined);
  return readFile(app.privateKeyPath, 'utf8').catch((cause: unknown) => {
    throw noKey(host, cause);
  });
}

function noKey(host: GithubHost, cause: unknown): GithubError {
  return new GithubError('GITHUB_HOST_INVALID', `the private key of the GitHub App for ${host.name} cannot be read`, {
    target: host.name,
    remedy: `Set integrations.github.hosts.${host.name}.app.privateKeyEnv or privateKeyPath to where the key is.`,
    cause,
  });
}

function unavailable(host: GithubHost): GithubError {
  const names = host.tokenEnv.join(' or ');
  const token = names === '' ? 'no variable is named for its token' : `${names} is not set`;
  const set =
    names === '' ? `Name a variable in integrations.github.hosts.${host.name}.tokenEnv and set it` : `Set ${names}`;
  return new GithubError(
    'GITHUB_TRANSPORT_UNAVAILABLE',
    `there is no way to reach ${host.name}: ${token}, and ${host.binary} is not installed or not logged in`,
    { target: host.name, remedy: `${set}, or install gh and run gh auth login --hostname ${host.name}.` },
  );
}
