import { type WorkItemRef } from '@the-loop/graph-core';

/** Whether a work item exists. `unknown` is every answer that is not definitive, and keeps the work item. */
export type Existence =
  /** `ref` is where it is now: another one than asked when the issue or its repository moved. */
  { readonly kind: 'exists'; readonly ref: WorkItemRef } | { readonly kind: 'missing' } | { readonly kind: 'unknown' };

/** What came back when GitHub was asked for an issue or pull request. */
export type ExistenceAnswer = ApiAnswer | BinaryAnswer;

/** Of an HTTP call. */
export interface ApiAnswer {
  readonly status: number;
  /** `html_url` of what was found, or the `Location` of a redirect that was not followed. */
  readonly url?: string;
}

/** Of `gh api repos/<owner>/<repo>/issues/<n>`. */
export interface BinaryAnswer {
  readonly exitCode: number;
  /** Standard output and standard error. */
  readonly output: string;
}

/**
 * Asks the GitHub of `ref.host` once. `unavailable`: there is nothing to ask with, such as no `gh` and no token.
 * May throw; that is an answer that could not be had. The signal ends the call.
 */
export type ExistenceAsker = (ref: WorkItemRef, signal: AbortSignal) => Promise<ExistenceAnswer | 'unavailable'>;
