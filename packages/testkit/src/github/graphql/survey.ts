import { fullNameOf } from '../render/repository.ts';
import { type GraphqlAnswer, type GraphqlCall, missing, text } from './graphql-call.ts';
import { shownHead } from './head-checks.ts';

/**
 * Variables `owner`, `repo`, and a number per alias of the query: `n0`, `n1`, … in `heads`, `i0`, `i1`, … in `items`. The old
 * name of a repository leads to it; an issue that was transferred is not there, as one that was deleted.
 */
export function survey(call: GraphqlCall): GraphqlAnswer {
  const name = `${text(call, 'owner')}/${text(call, 'repo')}`.toLowerCase();
  const repository = call.world.repositories.get(name) ?? call.world.renamed.get(name);
  if (!repository) return missing('Repository');
  const there = (alias: string) => {
    const issue = repository.issues.get(Number(call.variables[alias]));
    return issue === undefined || issue.deleted || issue.movedTo !== null ? null : issue;
  };
  const heads = aliasesOf(call, /^n\d+$/).map((alias) => {
    const issue = there(alias);
    return [alias, issue && shownHead(issue, call.world)] as const;
  });
  const items = aliasesOf(call, /^i\d+$/).map((alias) => {
    const issue = there(alias);
    return [alias, issue && { __typename: issue.pull === null ? 'Issue' : 'PullRequest' }] as const;
  });
  const errors = [...absent('heads', heads), ...absent('items', items)];
  return {
    data: {
      repository: { databaseId: repository.id, nameWithOwner: fullNameOf(repository) },
      ...(heads.length === 0 ? {} : { heads: Object.fromEntries(heads) }),
      ...(items.length === 0 ? {} : { items: Object.fromEntries(items) }),
    },
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function aliasesOf(call: GraphqlCall, names: RegExp): readonly string[] {
  return Object.keys(call.variables).filter((name) => names.test(name));
}

function absent(part: string, entries: readonly (readonly [string, unknown])[]) {
  return entries
    .filter(([, value]) => value === null)
    .map(([alias]) => ({
      type: 'NOT_FOUND',
      path: [part, alias],
      message: 'Could not resolve to an issue or pull request',
    }));
}
