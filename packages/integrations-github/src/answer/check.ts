/** A finished result of automation on the head of a pull request. */
export interface GithubCheckResult {
  /** As the event about it is named. */
  readonly kind: 'check_run' | 'check_suite' | 'workflow_run' | 'status';
  readonly nodeId: string;
  /** Of a status: its context. */
  readonly name: string;
  /** `success`, `failure`, …, in lower case as in payloads. */
  readonly conclusion: string;
  /** ISO 8601, UTC: when it ended, or a status was set. */
  readonly at: string;
  readonly url: string;
  /** What it said for people to read; empty where it said nothing. */
  readonly summary: string;
}

/** The head of an open pull request with the results on it. */
export interface GithubHeadChecks {
  readonly headRef: string;
  readonly headSha: string;
  /** The head is in another repository, or in one that is gone. */
  readonly fromFork: boolean;
  readonly results: readonly GithubCheckResult[];
}
