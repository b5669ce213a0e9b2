import { type IssueRecord, type TimelineRecord } from '../state/records.ts';
import { type GraphqlAnswer, type GraphqlCall, missing, text } from './graphql-call.ts';

/** Variables `owner`, `repo`, and a number per alias of the query (`n0`, `n1`, …): timelines of many items. */
export function itemEvents(call: GraphqlCall): GraphqlAnswer {
  const repository = call.world.repositories.get(`${text(call, 'owner')}/${text(call, 'repo')}`.toLowerCase());
  if (!repository) return missing('Repository');
  const aliases = Object.keys(call.variables).filter((name) => /^n\d+$/.test(name));
  const found = aliases.map((alias) => [alias, repository.issues.get(Number(call.variables[alias]))] as const);
  if (found.some(([, issue]) => !issue || issue.deleted)) return missing('issue or pull request');
  return { data: { repository: Object.fromEntries(found.map(([alias, issue]) => [alias, shownTimeline(issue)])) } };
}

function shownTimeline(issue: IssueRecord | undefined) {
  return { timelineItems: { nodes: (issue?.timeline ?? []).map(shownEvent) } };
}

function shownEvent({ kind, at, by, label }: TimelineRecord) {
  return {
    __typename: kind,
    createdAt: at,
    actor: { login: by.login, databaseId: by.id },
    ...(label === null ? {} : { label: { name: label.name } }),
  };
}
