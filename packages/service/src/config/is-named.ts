import { type OperatorConfig } from '@the-loop/config';
import { type WorkItemRef } from '@the-loop/graph-core';
import { isCalled } from './repository-names.ts';

/**
 * Whether the operator's configuration names a repository as one to work on: read by polling, cloned from a place of its
 * own, or writable. Others send us events too, of which nothing follows before somebody authorized asks there.
 */
export function isNamed(
  { polling, policy, workspace }: Pick<OperatorConfig, 'polling' | 'policy' | 'workspace'>,
  repository: Pick<WorkItemRef, 'host' | 'owner' | 'repo'>,
): boolean {
  const names = [...polling.repositories, ...policy.writableRepositories, ...Object.keys(workspace.remotes)];
  return names.some((name) => isCalled(repository, name));
}
