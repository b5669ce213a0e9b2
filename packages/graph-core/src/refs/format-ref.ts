import { isGithubName, isRefHost } from './github-name.ts';
import { type WorkItemRef } from './work-item-ref.ts';

/** Whether the ref's host is the one that is never written out. */
function isDefaultHost({ provider, host }: WorkItemRef): boolean {
  return host === '' || (provider === 'github' && (host === 'github.com' || host.toLowerCase() === 'github.com'));
}

/** `github:octo/repo#7`; the host is written unless it is github.com. The spelling of the names is kept. */
export function formatRef(ref: WorkItemRef): string {
  const host = isDefaultHost(ref) ? '' : `${ref.host}/`;
  return `${ref.provider}:${host}${ref.owner}/${ref.repo}#${ref.number}`;
}

/**
 * A name for the ref that is safe as a file name, the same for every spelling of one work item and different for
 * different ones: the separator cannot occur in a name.
 */
export function refKey(ref: WorkItemRef): string {
  const host = isDefaultHost(ref) ? '' : `${ref.host.replace(':', '+')}~`;
  return `${ref.provider}~${host}${ref.owner}~${ref.repo}~${ref.number}`.toLowerCase();
}

/** Whether both name the same work item. Letter case of host, owner and repository does not matter. */
export function sameRef(a: WorkItemRef, b: WorkItemRef): boolean {
  return a === b || (a.number === b.number && refKey(a) === refKey(b));
}

/** Where people find it. Empty when that is not certain: another provider, or a name that GitHub cannot have. */
export function refUrl(ref: WorkItemRef): string {
  const sound = isRefHost(ref.host) && isGithubName(ref.owner) && isGithubName(ref.repo);
  if (ref.provider !== 'github' || !sound || !Number.isSafeInteger(ref.number) || ref.number < 1) return '';
  return `https://${ref.host}/${ref.owner}/${ref.repo}/issues/${ref.number}`;
}
