import { GithubError } from '../github-error.ts';

/** The status of a fault that says that a thing is not there. Every other fault is thrown: unknown is not absent. */
export function missingStatus(fault: unknown): 404 | 410 {
  if (fault instanceof GithubError && (fault.status === 404 || fault.status === 410)) return fault.status;
  throw fault;
}
