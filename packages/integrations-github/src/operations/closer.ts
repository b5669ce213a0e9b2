import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubClosing } from '../answer/item.ts';
import { type GithubOperations } from '../github-operations.ts';
import { type ClientFor, inItem } from './client-for.ts';

const LAST_CLOSING = `timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) {
      nodes { ... on ClosedEvent { createdAt closer { __typename } } }
    }`;

export const CLOSER = `query Closer($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) {
    issueOrPullRequest(number: $number) {
      ... on Issue { ${LAST_CLOSING} }
      ... on PullRequest { ${LAST_CLOSING} }
    }
  }
}`;

const EventSchema = v.object({
  createdAt: v.string(),
  closer: v.nullish(v.object({ __typename: v.string() }), null),
});
const CloserSchema = v.object({
  repository: v.object({
    issueOrPullRequest: v.object({ timelineItems: v.object({ nodes: v.array(v.nullable(EventSchema)) }) }),
  }),
});

/** GitHub names what closed an item only where it was a pull request, a commit or a project; otherwise a person did it. */
export function closerOperation(clientFor: ClientFor): GithubOperations['closer'] {
  return async (ref: WorkItemRef, { signal } = {}): Promise<GithubClosing | null> => {
    const client = await clientFor(ref.host);
    const asked = {
      operation: 'closer',
      about: ref,
      query: CLOSER,
      variables: inItem(ref),
      schema: CloserSchema,
      signal,
    };
    const event = (await client.graphql(asked)).repository.issueOrPullRequest.timelineItems.nodes.at(-1) ?? null;
    if (event === null) return null;
    const cause = event.closer?.__typename;
    return { by: cause === 'PullRequest' || cause === 'Commit' ? 'merge' : 'person', at: event.createdAt };
  };
}
