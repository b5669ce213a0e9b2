import { type GithubRepository } from '@the-loop/integrations-github';
import { type Inbox } from '@the-loop/store';
import { polledRepository, repositoryName } from '../polling/polled-repository.ts';

/** How many of the latest deliveries are looked through. */
const LOOKED_THROUGH = 1000;

/**
 * The repositories that a webhook lately told something of a work item about, beside those that are named. A delivery is
 * known by its lane, so that one that was refused leads nowhere.
 */
export async function heardRepositories(
  inbox: Pick<Inbox, 'list'>,
  named: readonly GithubRepository[],
): Promise<readonly GithubRepository[]> {
  const rows = await inbox.list({ limit: LOOKED_THROUGH });
  const heard = rows.flatMap(({ lane, source }) =>
    lane === null || source !== 'webhook' ? [] : repositoryOfLane(lane),
  );
  return [...new Map([...named, ...heard].map((each) => [repositoryName(each), each])).values()];
}

/** A lane is named by the `refKey` of its work item: the provider, the host unless it is github.com, owner, repo, number. */
function repositoryOfLane(lane: string): GithubRepository[] {
  const parts = lane.split('~').slice(1, -1);
  return parts.length === 2 || parts.length === 3 ? [polledRepository(parts.join('/').replace('+', ':'))] : [];
}
