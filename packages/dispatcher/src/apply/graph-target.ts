import { sameRef, specIdFor, type WorkItemRef } from '@the-loop/graph-core';
import { type GraphTarget } from '../ports.ts';
import { sameRepository } from '../records/same-repository.ts';

/** The loop of an item, or the inner loop of one of its pull requests; null for a provider that has no graph. */
export function graphTarget(item: WorkItemRef, pullRequest: WorkItemRef | null): GraphTarget | null {
  const id = specIdFor(item);
  if (id === null) return null;
  if (pullRequest === null || sameRef(pullRequest, item)) return { item, address: { id } };
  if (sameRepository(item, pullRequest)) return { item, address: { id, pr: pullRequest.number } };
  const slug = `${pullRequest.owner}/${pullRequest.repo}`;
  const prRepo = pullRequest.host.toLowerCase() === item.host.toLowerCase() ? slug : `${pullRequest.host}/${slug}`;
  return { item, address: { id, pr: pullRequest.number, prRepo } };
}
