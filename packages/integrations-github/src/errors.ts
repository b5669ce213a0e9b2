/**
 * Codes of the faults of this package. Branch on these, never on messages.
 *
 * Whether to try again is `retry` of {@link GithubError}: `never`, `later`, or `after-reset` (see `retryAfterSeconds`).
 */
export type GithubErrorCode =
  /** Neither a token nor `gh` is there, or the transport's name is unknown. Never again. */
  | 'GITHUB_TRANSPORT_UNAVAILABLE'
  /** The ref's host has no entry in `integrations.github.hosts`. Never again. */
  | 'GITHUB_HOST_NOT_CONFIGURED'
  /** The entry of a host cannot be used: its API address, its App key. Never again. */
  | 'GITHUB_HOST_INVALID'
  /** The operation is not one of the closed set. Never again. */
  | 'GITHUB_UNSUPPORTED_OPERATION'
  /** The text is no ref of an issue or pull request. Never again. */
  | 'GITHUB_MALFORMED_REF'
  /** The operation key is not 16 hexadecimal digits. Never again. */
  | 'GITHUB_MALFORMED_OPERATION_KEY'
  /** 401. Never again. */
  | 'GITHUB_UNAUTHENTICATED'
  /** 403 without signs of a limit. Never again. */
  | 'GITHUB_FORBIDDEN'
  /** 404 or 410: absent, or invisible to this token. See `status`. Never again. */
  | 'GITHUB_NOT_FOUND'
  /** A write met a redirect: the item has another address now. Read it again first. */
  | 'GITHUB_MOVED'
  /** A redirect leads to another host; the token stays here. Never again. */
  | 'GITHUB_REDIRECT_REFUSED'
  /** 422 and other refusals of what was sent. Never again. */
  | 'GITHUB_VALIDATION'
  /** 429, 403 with limit headers, or GraphQL's `RATE_LIMITED`. After the reset. */
  | 'GITHUB_RATE_LIMITED'
  /** 5xx. Later. */
  | 'GITHUB_SERVER'
  /** The connection failed or broke. Later. */
  | 'GITHUB_NETWORK'
  /** No answer in time. Later. */
  | 'GITHUB_TIMEOUT'
  /** An answer of more than 64 MiB, which is not read. Never again. */
  | 'GITHUB_ANSWER_TOO_LARGE'
  /** An answer that is not what GitHub documents, such as cut JSON. Later. */
  | 'GITHUB_MALFORMED_RESPONSE';
