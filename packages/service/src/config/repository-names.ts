import { type WorkItemRef } from '@the-loop/graph-core';

type Repository = Pick<WorkItemRef, 'host' | 'owner' | 'repo'>;

/** A repository as the operator's configuration names it: `owner/repo` on github.com, else `host/owner/repo`. Lower case. */
export function nameOf({ host, owner, repo }: Repository): string {
  const name = host.toLowerCase() === 'github.com' ? `${owner}/${repo}` : `${host}/${owner}/${repo}`;
  return name.toLowerCase();
}

/** Whether a name in the operator's configuration means the repository: without regard to case, and on its host only. */
export function isCalled(repository: Repository, name: string): boolean {
  const written = name.toLowerCase();
  return nameOf(repository) === written.replace(/^github\.com\/(?=[^/]+\/)/, '');
}
