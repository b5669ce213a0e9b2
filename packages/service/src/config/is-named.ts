import { type OperatorConfig } from '@the-loop/config';
import { type WorkItemRef } from '@the-loop/graph-core';

/**
 * Whether the operator's configuration names a repository as one to work on: read by polling, cloned from a place of its
 * own, or writable. Others send us events too, of which nothing follows before somebody authorized asks there.
 */
export function isNamed(
  { polling, policy, workspace }: Pick<OperatorConfig, 'polling' | 'policy' | 'workspace'>,
  { host, owner, repo }: Pick<WorkItemRef, 'host' | 'owner' | 'repo'>,
): boolean {
  const slug = `${owner}/${repo}`.toLowerCase();
  const name = host.toLowerCase() === 'github.com' ? slug : `${host.toLowerCase()}/${slug}`;
  const named = [...polling.repositories, ...policy.writableRepositories].map((each) => each.toLowerCase());
  const remotes = Object.keys(workspace.remotes).map((each) => each.toLowerCase());
  return named.includes(name) || remotes.includes(slug);
}
