import { type WorkItemRef } from '@the-loop/graph-core';

/** A repository; a ref is one too, that of its item. */
export type RepositoryName = Pick<WorkItemRef, 'host' | 'owner' | 'repo'>;

/** Whether both are one repository on one host. */
export function sameRepository(one: RepositoryName, other: RepositoryName): boolean {
  return pathOf(one) === pathOf(other);
}

function pathOf({ host, owner, repo }: RepositoryName): string {
  return `${host}/${owner}/${repo}`.toLowerCase();
}
