import { safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { GithubError } from '../github-error.ts';

/** What a GitHub ref is made of. */
export type GithubRefParts = Pick<WorkItemRef, 'host' | 'owner' | 'repo' | 'number'>;

const SHOWN_LENGTH = 120;

/**
 * Reads `[github:][<host>/]<owner>/<repo>#<number>`: `parseRef` with the provider defaulted.
 * The host is `github.com` when none is written. Throws `GITHUB_MALFORMED_REF`.
 */
export function splitRef(ref: string): GithubRefParts {
  const parsed = safeParseRef(ref, { defaultProvider: 'github' });
  if (!parsed.ok || parsed.value.provider !== 'github') throw malformed(ref);
  const { host, owner, repo, number } = parsed.value;
  return { host, owner, repo, number };
}

function malformed(ref: string): GithubError {
  const shown = JSON.stringify(ref.length > SHOWN_LENGTH ? `${ref.slice(0, SHOWN_LENGTH)}…` : ref);
  return new GithubError(
    'GITHUB_MALFORMED_REF',
    `${shown} names no GitHub issue or pull request; expected [<provider>:]<owner>/<repo>#<number>, such as github:octo/repo#7`,
    { remedy: 'Pass --ref, or declare ticketing.github in the harness config so that the ref can be derived.' },
  );
}
