import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubClient } from '../client/github-client.ts';
import { GithubError } from '../github-error.ts';
import { type GithubOperations, type LabelGroup } from '../github-operations.ts';
import { type ClientFor, inItem, inRepository } from './client-for.ts';
import { type LabelIds, planLabelGroup } from './plan-label-group.ts';

export const READ = `query LabelGroup($owner: String!, $repo: String!, $number: Int!, $label: String!) {
  repository(owner: $owner, name: $repo) {
    label(name: $label) { id name }
    issueOrPullRequest(number: $number) {
      ... on Issue { id labels(first: 100) { nodes { id name } } }
      ... on PullRequest { id labels(first: 100) { nodes { id name } } }
    }
  }
}`;

/** Both changes are one request: GitHub counts writes, and between two of them the item would have two phases or none. */
export const SWAP = `mutation SwapLabels($id: ID!, $add: [ID!]!, $remove: [ID!]!) {
  addLabelsToLabelable(input: { labelableId: $id, labelIds: $add }) { labelable { labels(first: 100) { nodes { id name } } } }
  removeLabelsFromLabelable(input: { labelableId: $id, labelIds: $remove }) { labelable { labels(first: 100) { nodes { id name } } } }
}`;
export const ADD = SWAP.replace(/, \$remove: \[ID!\]!/, '').replace(/\n {2}removeLabels.*/, '');
export const REMOVE = SWAP.replace(/\$add: \[ID!\]!, /, '').replace(/\n {2}addLabels.*/, '');

const LabelSchema = v.object({ id: v.string(), name: v.string() });
const LabelsSchema = v.object({ nodes: v.array(LabelSchema) });
const ReadSchema = v.object({
  repository: v.object({
    label: v.nullable(LabelSchema),
    issueOrPullRequest: v.object({ id: v.string(), labels: LabelsSchema }),
  }),
});

/** Labels of an item, group by group. */
export function labelOperations(clientFor: ClientFor): Pick<GithubOperations, 'syncLabelGroup'> {
  return {
    async syncLabelGroup(ref, group, { signal } = {}) {
      const client = await clientFor(ref.host);
      const asked = { operation: 'syncLabelGroup', about: ref, signal };
      const variables = { ...inItem(ref), label: group.label };
      const { repository } = await client.graphql({ ...asked, query: READ, variables, schema: ReadSchema });
      const { id, labels } = repository.issueOrPullRequest;
      const { isThere, wrong } = planLabelGroup(labels.nodes, group);
      if (isThere && wrong.length === 0) return { added: null, removed: [], writes: 0 };
      const isNew = !isThere && repository.label === null;
      const add = isThere ? [] : [repository.label?.id ?? (await createLabel(client, { ref, group, signal }))];
      await swap(client, { ...asked, id, add, remove: wrong });
      return { added: isThere ? null : group.label, removed: wrong.map(({ name }) => name), writes: isNew ? 2 : 1 };
    },
  };
}

interface Swap {
  readonly operation: string;
  readonly about: WorkItemRef;
  readonly signal: AbortSignal | undefined;
  readonly id: string;
  readonly add: readonly string[];
  readonly remove: readonly LabelIds[];
}

async function swap(client: GithubClient, { id, add, remove, ...asked }: Swap): Promise<void> {
  const query = remove.length === 0 ? ADD : add.length === 0 ? REMOVE : SWAP;
  const ids = {
    ...(add.length === 0 ? {} : { add }),
    ...(remove.length === 0 ? {} : { remove: remove.map((label) => label.id) }),
  };
  await client.graphql({ ...asked, query, variables: { id, ...ids }, schema: v.record(v.string(), v.unknown()) });
}

interface NewLabel {
  readonly ref: WorkItemRef;
  readonly group: LabelGroup;
  readonly signal: AbortSignal | undefined;
}

/** The id of a label made for the repository; also when someone else made it at the same time. */
async function createLabel(client: GithubClient, { ref, group, signal }: NewLabel): Promise<string> {
  const asked = { operation: 'syncLabelGroup', about: ref, schema: v.object({ node_id: v.string() }), signal };
  const parameters = { ...inRepository(ref), name: group.label };
  try {
    return (await client.read({ ...asked, route: 'POST /repos/{owner}/{repo}/labels', parameters })).data.node_id;
  } catch (fault) {
    if (!(fault instanceof GithubError && (fault.code === 'GITHUB_VALIDATION' || fault.ambiguous))) throw fault;
    const found = await client
      .read({ ...asked, route: 'GET /repos/{owner}/{repo}/labels/{name}', parameters })
      .catch(() => null);
    if (found === null) throw fault;
    return found.data.node_id;
  }
}
