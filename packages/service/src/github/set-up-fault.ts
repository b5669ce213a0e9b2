import { GithubError, type GithubErrorCode } from '@the-loop/integrations-github';

const SET_UP: ReadonlySet<string> = new Set<GithubErrorCode>([
  'GITHUB_UNAUTHENTICATED',
  'GITHUB_TRANSPORT_UNAVAILABLE',
  'GITHUB_HOST_NOT_CONFIGURED',
  'GITHUB_HOST_INVALID',
]);

/** Whether a fault is one of the operator's set-up: writes wait until it is repaired. */
export function isSetUpFault(fault: unknown): fault is GithubError {
  return fault instanceof GithubError && SET_UP.has(fault.code);
}
