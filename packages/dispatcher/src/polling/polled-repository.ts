import { type GithubRepository } from '@the-loop/integrations-github';

const DEFAULT_HOST = 'github.com';

/** `owner/repo` is on github.com, `host/owner/repo` is elsewhere. */
export function polledRepository(name: string): GithubRepository {
  const [repo = '', owner = '', host = DEFAULT_HOST] = name.split('/').reverse();
  return { host, owner, repo };
}

/** Its name in records, ids and events: `host/owner/repo`, lower case. */
export function repositoryName({ host, owner, repo }: GithubRepository): string {
  return `${host}/${owner}/${repo}`.toLowerCase();
}
