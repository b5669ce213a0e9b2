import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubClient } from '../client/github-client.ts';

/** The client of a host, made when it is first asked for. */
export type ClientFor = (host: string) => Promise<GithubClient>;

/** The parameters by which GitHub's routes name a repository. */
export function inRepository({ owner, repo }: Pick<WorkItemRef, 'owner' | 'repo'>) {
  return { owner, repo };
}

/** The same for an item. */
export function inItem(ref: WorkItemRef) {
  return { ...inRepository(ref), number: ref.number };
}

/** A repository as it stands in messages. */
export function aboutRepository({ host, owner, repo }: Pick<WorkItemRef, 'host' | 'owner' | 'repo'>) {
  return { host, label: `${owner}/${repo}` };
}
