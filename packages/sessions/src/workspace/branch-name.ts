import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';

/** Characters that git refuses in a ref, and everything that is not printable. */
const REFUSED = /[\p{Cc} ~^:?*[\\]/u;

/** Whether `name` may be a branch, by the rules of https://git-scm.com/docs/git-check-ref-format, and is no flag. */
export function isBranchName(name: string): boolean {
  if (name.length === 0 || name.length > 244 || name.startsWith('-') || name === '@' || name === 'HEAD') return false;
  if (REFUSED.test(name) || name.includes('..') || name.includes('@{') || name.endsWith('.')) return false;
  return name.split('/').every((part) => part.length > 0 && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** Throws `WORKSPACE_BRANCH_INVALID` for a name that {@link isBranchName} refuses. */
export function checkBranchName(name: string): void {
  if (isBranchName(name)) return;
  throw new LoopError<SessionsErrorCode>('WORKSPACE_BRANCH_INVALID', `${JSON.stringify(name)} is no branch name`, {
    remedy: 'Rename the branch, or let the work item’s own session handle the pull request.',
  });
}
