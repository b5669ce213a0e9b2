import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubOperations } from '../github-operations.ts';
import { refOfPage } from '../ref/page-ref.ts';
import { type ClientFor, inItem } from './client-for.ts';

export const CLOSING = `query ClosingReferences($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      closingIssuesReferences(first: 100, after: $after) { nodes { url } pageInfo { hasNextPage endCursor } }
    }
  }
}`;

const ClosingSchema = v.object({
  repository: v.object({
    pullRequest: v.object({
      closingIssuesReferences: v.object({
        nodes: v.array(v.nullable(v.object({ url: v.string() }))),
        pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
      }),
    }),
  }),
});

/** An entry that the token may not see comes as null; the others keep their own repository and host. */
export function closingReferencesOperation(clientFor: ClientFor): GithubOperations['closingReferences'] {
  return async (ref, { signal } = {}) => {
    const client = await clientFor(ref.host);
    const found: WorkItemRef[] = [];
    let after: string | null = null;
    do {
      const variables: Readonly<Record<string, unknown>> = { ...inItem(ref), after };
      const asked = {
        operation: 'closingReferences',
        about: ref,
        query: CLOSING,
        variables,
        schema: ClosingSchema,
        signal,
      };
      const { nodes, pageInfo } = (await client.graphql(asked)).repository.pullRequest.closingIssuesReferences;
      found.push(...nodes.map((node) => refOfPage(node?.url ?? '')).filter((one) => one !== null));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    return found;
  };
}
