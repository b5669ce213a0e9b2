/** One of a host's limits. */
export interface GithubLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

/** What this process asked of a host, and what the host lets it ask. */
export interface GithubRate {
  /** Requests that were answered so far. */
  readonly requests: number;
  /** The limit of which the smallest share is left; null where the host told none that still holds. */
  readonly tightest: GithubLimit | null;
}
