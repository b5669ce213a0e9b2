import { isGithubName } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubRepository } from '../answer/repository.ts';
import { type SurveyedNumbers } from '../answer/survey.ts';
import { type GithubOperations } from '../github-operations.ts';
import { aboutRepository, type ClientFor, inRepository } from './client-for.ts';
import { HEAD_FRAGMENT, HeadSchema, toHead } from './head-checks.ts';

/** Of one request: a head is many nodes to GitHub, an item is one. */
const MOST_HEADS = 25;
const MOST_ITEMS = 100;

/** The question about so many pull requests and items, each under a name of its own. */
export function surveyQuery({ pulls, items }: { readonly pulls: number; readonly items: number }): string {
  const heads = aliases('n', pulls);
  const others = aliases('i', items);
  const variables = [...heads, ...others].map((name) => `, $${name}: Int!`).join('');
  const part = (as: string, names: readonly string[], fields: string): string =>
    names.length === 0 ? '' : `\n  ${as}: ${REPOSITORY} { ${names.map((name) => fieldOf(name, fields)).join(' ')} }`;
  return `query Survey($owner: String!, $repo: String!${variables}) {
  ${REPOSITORY} { databaseId nameWithOwner }${part('heads', heads, '__typename ...Head')}${part('items', others, '__typename')}
}${pulls === 0 ? '' : `\n${HEAD_FRAGMENT}`}`;
}

const REPOSITORY = 'repository(owner: $owner, name: $repo)';

function fieldOf(name: string, fields: string): string {
  return `${name}: issueOrPullRequest(number: $${name}) { ${fields} }`;
}

function aliases(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index}`);
}

/** An issue answers nothing of a pull request. */
const IssueSchema = v.object({ __typename: v.literal('Issue') });
const found = <Entry extends v.GenericSchema>(entry: Entry) => v.optional(v.record(v.string(), v.nullable(entry)), {});
const AnswerSchema = v.object({
  repository: v.object({ databaseId: v.number(), nameWithOwner: v.string() }),
  heads: found(v.union([HeadSchema, IssueSchema])),
  items: found(v.object({ __typename: v.string() })),
});

type Answer = v.InferOutput<typeof AnswerSchema>;
type Heads = Answer['heads'];

/** Asks about many in as few requests as GitHub lets it be. */
export function surveyOperation(clientFor: ClientFor): GithubOperations['surveyRepository'] {
  return async (repository, numbers, { signal } = {}) => {
    const client = await clientFor(repository.host);
    const heads = new Map<number, ReturnType<typeof toHead>>();
    const absent: number[] = [];
    let seen: Answer['repository'] | null = null;
    for (const { pulls, items } of pagesOf(numbers)) {
      const pullNames = named('n', pulls);
      const itemNames = named('i', items);
      const answer: Answer = await client.graphql({
        operation: 'surveyRepository',
        about: aboutRepository(repository),
        query: surveyQuery({ pulls: pulls.length, items: items.length }),
        variables: { ...inRepository(repository), ...Object.fromEntries([...pullNames, ...itemNames]) },
        schema: AnswerSchema,
        leavesOut: 'absent',
        signal,
      });
      seen = answer.repository;
      for (const [name, number] of pullNames) noteHead(heads, number, answer.heads[name]);
      absent.push(...absentOf(pullNames, answer.heads), ...absentOf(itemNames, answer.items));
    }
    const { databaseId: id = 0, nameWithOwner = '' } = seen ?? {};
    return { id, repository: repositoryNamed(nameWithOwner, repository), heads, absent };
  };
}

/** At least one, which asks for the name. */
function pagesOf({ pulls, items }: SurveyedNumbers): readonly SurveyedNumbers[] {
  const count = Math.max(1, Math.ceil(pulls.length / MOST_HEADS), Math.ceil(items.length / MOST_ITEMS));
  return Array.from({ length: count }, (_, page) => ({
    pulls: pulls.slice(page * MOST_HEADS, (page + 1) * MOST_HEADS),
    items: items.slice(page * MOST_ITEMS, (page + 1) * MOST_ITEMS),
  }));
}

type Named = readonly (readonly [string, number])[];

function named(letter: string, numbers: readonly number[]): Named {
  return numbers.map((number, index) => [`${letter}${index}`, number]);
}

function noteHead(heads: Map<number, ReturnType<typeof toHead>>, number: number, head: Heads[string] | undefined) {
  if (head?.__typename === 'PullRequest' && head.state === 'OPEN') heads.set(number, toHead(head));
}

function absentOf(names: Named, answer: Readonly<Record<string, unknown>>): number[] {
  return names.filter(([name]) => answer[name] === null).map(([, number]) => number);
}

/** A name that GitHub cannot have says nothing. */
function repositoryNamed(nameWithOwner: string, asked: GithubRepository): GithubRepository {
  const [owner = '', repo = ''] = nameWithOwner.split('/');
  return isGithubName(owner) && isGithubName(repo) ? { host: asked.host, owner, repo } : asked;
}
