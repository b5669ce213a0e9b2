import { LoopError } from '@the-loop/graph-core';
import { type GithubErrorCode } from './errors.ts';

/** Whether asking again may help: not at all, after a while, or when the limit was reset. */
export type Retry = 'never' | 'later' | 'after-reset';

/** What happened, beside code and message. */
export interface GithubErrorFacts {
  /** Name of the operation, such as `addComment`. Empty for a fault before any. */
  readonly operation?: string;
  /** What it was about, as a ref text or a host. */
  readonly target?: string;
  /** HTTP status; null when there was no answer. */
  readonly status?: number | null;
  readonly retry?: Retry;
  readonly retryAfterSeconds?: number | null;
  readonly requestId?: string | null;
  /** True when a write may have taken place although no good answer came. */
  readonly ambiguous?: boolean;
  /** Remote text, shortened and without tokens. For logs of the operator, never for an agent. */
  readonly detail?: string;
  readonly remedy?: string;
  readonly cause?: unknown;
}

/** A fault of GitHub, of the way to it, or of how it is configured. The message is in our own words. */
export class GithubError extends LoopError<GithubErrorCode> {
  readonly operation: string;
  readonly target: string;
  readonly status: number | null;
  readonly retry: Retry;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  readonly ambiguous: boolean;
  readonly detail: string;

  constructor(code: GithubErrorCode, message: string, facts: GithubErrorFacts = {}) {
    super(code, message, { remedy: facts.remedy, cause: facts.cause });
    this.operation = facts.operation ?? '';
    this.target = facts.target ?? '';
    this.status = facts.status ?? null;
    this.retry = facts.retry ?? 'never';
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.requestId = facts.requestId ?? null;
    this.ambiguous = facts.ambiguous ?? false;
    this.detail = facts.detail ?? '';
  }
}

const TOKENS = /\b(?:gh[a-z]_|github_pat_|v1\.)[A-Za-z0-9_]{6,}|\b(?:bearer|token) [\w.-]{8,}/gi;
const DETAIL_LIMIT = 500;

/** Remote text as it may be kept beside an error: without tokens, at most 500 characters. */
export function redactDetail(text: string): string {
  return text.slice(0, DETAIL_LIMIT).replace(TOKENS, '[redacted]');
}
