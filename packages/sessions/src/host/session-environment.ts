/** What an agent's process gets to know. */
export interface SessionEnvironmentInput {
  /** The environment of the calling process. Only names on the allow-list are taken from it. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** More names to take, such as an agent's own API key. */
  readonly passThrough?: readonly string[];
  /** What the operator configured for this agent. May hold a token of the agent's own. */
  readonly configured?: Readonly<Record<string, string>>;
  /** Directories before `PATH`, so that `the-loop` is found. */
  readonly pathPrefix?: readonly string[];
  /** Passes the operator's GitHub tokens and ssh agent on. */
  readonly shareCredentials: boolean;
  /** The session's own configuration folder for `gh`. */
  readonly ghConfigDir: string;
  readonly identity: { readonly name: string; readonly email: string };
  readonly theLoop: { readonly url?: string; readonly token?: string; readonly workItem: string };
}

/** The operator's credentials: passed on only when shared. */
const CREDENTIALS = ['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN', 'SSH_AUTH_SOCK'];
const ALLOWED = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TERM', 'TMPDIR', 'TMP', 'TEMP'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...[
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'NODE_EXTRA_CA_CERTS',
    'GIT_SSL_CAINFO',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_NOSYSTEM',
  ],
  ...['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
]);
const ALLOWED_PREFIX = /^(?:LC_|XDG_)[A-Z_]{1,40}$/;
const SEPARATOR = process.platform === 'win32' ? ';' : ':';

/**
 * The environment of a session: an allow-list of the caller's, the session's own git identity and `gh` folder, what is
 * configured for the agent, and last the way back to the-loop, which nothing can override.
 */
export function sessionEnvironment(input: SessionEnvironmentInput): Record<string, string> {
  const { theLoop, identity } = input;
  return {
    ...inheritedPart(input),
    GH_CONFIG_DIR: input.ghConfigDir,
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
    ...withoutOurs(input.configured ?? {}),
    ...pathPart(input),
    THE_LOOP_WORK_ITEM: theLoop.workItem,
    ...(theLoop.url !== undefined && { THE_LOOP_URL: theLoop.url }),
    ...(theLoop.token !== undefined && { THE_LOOP_TOKEN: theLoop.token }),
  };
}

function inheritedPart({
  inherited,
  passThrough = [],
  shareCredentials,
}: SessionEnvironmentInput): Record<string, string> {
  const wanted = (name: string): boolean => {
    if (CREDENTIALS.includes(name)) return shareCredentials;
    return ALLOWED.has(name) || ALLOWED_PREFIX.test(name) || passThrough.includes(name);
  };
  const taken = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && wanted(entry[0]),
  );
  return withoutOurs(Object.fromEntries(taken));
}

/** Names that say who the session is come from the service alone. */
function withoutOurs(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('THE_LOOP_')));
}

function pathPart({ inherited, configured, pathPrefix = [] }: SessionEnvironmentInput): { PATH?: string } {
  const path = configured?.['PATH'] ?? inherited['PATH'];
  const parts = [...pathPrefix, ...(path ? [path] : [])];
  return parts.length > 0 ? { PATH: parts.join(SEPARATOR) } : {};
}
