import { formatRef } from './format-ref.ts';
import { safeParseRef } from './parse-ref.ts';
import { type WorkItemRef } from './work-item-ref.ts';

const SPEC_ID = /^issue-([1-9][0-9]{0,9})$/;

/** The id of the directory that belongs to a ticket: `issue-<n>`, or null for a provider that has no such convention. */
export function specIdFor(ref: WorkItemRef): string | null {
  return ref.provider === 'github' ? `issue-${ref.number}` : null;
}

/** `octo/repo` and 7 to `github:octo/repo#7`, always on github.com. Empty when it cannot; never throws. */
export function refFor(repoSlug: string, number: number): string {
  if (typeof repoSlug !== 'string' || !Number.isSafeInteger(number)) return '';
  const slug = repoSlug.trim();
  if (slug.split('/').length !== 2) return '';
  const parsed = safeParseRef(`github:${slug}#${String(number)}`);
  return parsed.ok ? formatRef(parsed.value) : '';
}

/** `issue-194` and `octo/repo` to `github:octo/repo#194`. Empty when it cannot; never partial, never throws. */
export function deriveRef(workItemId: string, originRepo: string): string {
  if (typeof workItemId !== 'string') return '';
  const digits = SPEC_ID.exec(workItemId.trim())?.[1];
  return digits === undefined ? '' : refFor(originRepo, Number(digits));
}
