/** How one GitHub is reached: `integrations.github.hosts.<host>`. */
export interface GithubHostOptions {
  /** Base of the REST API. `https://api.github.com` for github.com, else `https://<host>/api/v3`. */
  readonly apiBase?: string;
  /** Names of environment variables that may hold a token, in order. */
  readonly tokenEnv?: string | readonly string[];
  /** `auto`: the API when a token or an App is there, else `gh`. */
  readonly transport?: string;
  /** The `gh` program, by name or absolute path. */
  readonly binary?: string;
  readonly app?: GithubAppOptions;
  /** `github` spaces and repeats requests as GitHub asks; `none` does neither. `none` when the API is on loopback. */
  readonly pacing?: 'github' | 'none';
}

/** A GitHub App that was installed on the repositories. */
export interface GithubAppOptions {
  readonly id: number | string;
  readonly installationId: number;
  /** Name of the environment variable that holds the private key (PEM). */
  readonly privateKeyEnv?: string;
  /** Absolute path of the private key. */
  readonly privateKeyPath?: string;
}

/** A host's entry with its defaults. */
export interface GithubHost {
  readonly name: string;
  readonly apiBase: string;
  readonly tokenEnv: readonly string[];
  readonly transport: 'auto' | 'api' | 'gh';
  readonly binary: string;
  readonly app: GithubAppOptions | null;
  readonly pacing: 'github' | 'none';
}
