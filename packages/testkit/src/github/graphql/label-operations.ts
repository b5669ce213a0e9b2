import { setLabels } from '../acts/issues.ts';
import { type IssueRecord, type LabelRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';
import { type GraphqlAnswer, type GraphqlCall, missing, text } from './graphql-call.ts';

const shown = ({ nodeId, name }: LabelRecord) => ({ id: nodeId, name });

/** Variables `owner`, `repo`, `number`, and `label`: the item's labels, and the repository's label of that name. */
export function readLabelGroup(call: GraphqlCall): GraphqlAnswer {
  const repository = call.world.repositories.get(`${text(call, 'owner')}/${text(call, 'repo')}`.toLowerCase());
  const issue = repository?.issues.get(Number(call.variables['number']));
  if (!repository) return missing('Repository');
  if (!issue || issue.deleted) return missing('issue or pull request');
  const label = repository.labels.get(text(call, 'label').toLowerCase());
  const labels = { nodes: issue.labels.map(shown) };
  return {
    data: { repository: { label: label ? shown(label) : null, issueOrPullRequest: { id: issue.nodeId, labels } } },
  };
}

/** Variables `id` (the item), `add` and `remove` (lists of label ids): both mutations in one request. */
export function swapLabels(call: GraphqlCall): GraphqlAnswer {
  const issue = issueOfNode(call.world, text(call, 'id'));
  if (!issue) return missing('node');
  const ids = (name: string) => new Set(Array.isArray(call.variables[name]) ? (call.variables[name] as unknown[]) : []);
  const add = [...issue.repository.labels.values()].filter((label) => ids('add').has(label.nodeId));
  const kept = issue.labels.filter((label) => !ids('remove').has(label.nodeId));
  if (add.length < ids('add').size) return missing('node');
  setLabels(
    call,
    issue,
    [...kept, ...add].map((label) => label.name),
  );
  const labelable = { labels: { nodes: issue.labels.map(shown) } };
  return { data: { addLabelsToLabelable: { labelable }, removeLabelsFromLabelable: { labelable } } };
}

function issueOfNode(world: World, nodeId: string): IssueRecord | null {
  for (const repository of world.repositories.values()) {
    for (const issue of repository.issues.values()) if (issue.nodeId === nodeId) return issue;
  }
  return null;
}
