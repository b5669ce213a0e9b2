import * as v from 'valibot';
import { type GithubItemEvent } from '../answer/item.ts';
import { type GithubOperations } from '../github-operations.ts';
import { aboutRepository, type ClientFor, inRepository } from './client-for.ts';

/** Items of one request; each has its latest events only, so that the answer stays small. */
const MOST_ITEMS = 50;

const FIELDS = 'createdAt actor { login ... on User { databaseId } ... on Bot { databaseId } }';

/** The question about so many items, each under a name of its own. */
export function itemEventsQuery(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  return `query ItemEvents($owner: String!, $repo: String!, ${names.map((name) => `$${name}: Int!`).join(', ')}) {
  repository(owner: $owner, name: $repo) {
    ${names.map((name) => `${name}: issueOrPullRequest(number: $${name}) { ...OfIssue ...OfPullRequest }`).join('\n    ')}
  }
}
fragment OfIssue on Issue {
  timelineItems(last: 30, itemTypes: [LABELED_EVENT, REOPENED_EVENT]) { nodes { ...Deed } }
}
fragment OfPullRequest on PullRequest {
  timelineItems(last: 30, itemTypes: [LABELED_EVENT, REOPENED_EVENT, READY_FOR_REVIEW_EVENT]) { nodes { ...Deed } }
}
fragment Deed on Node {
  __typename
  ... on LabeledEvent { ${FIELDS} label { name } }
  ... on ReopenedEvent { ${FIELDS} }
  ... on ReadyForReviewEvent { ${FIELDS} }
}`;
}

const ActorSchema = v.nullish(v.object({ login: v.string(), databaseId: v.nullish(v.number(), null) }), null);
const NodeSchema = v.object({
  __typename: v.string(),
  createdAt: v.string(),
  actor: ActorSchema,
  label: v.nullish(v.object({ name: v.string() }), null),
});
const ItemSchema = v.object({ timelineItems: v.object({ nodes: v.array(v.nullable(NodeSchema)) }) });
const AnswerSchema = v.object({ repository: v.record(v.string(), v.nullable(ItemSchema)) });

const KINDS: Readonly<Record<string, GithubItemEvent['kind']>> = {
  LabeledEvent: 'labeled',
  ReopenedEvent: 'reopened',
  ReadyForReviewEvent: 'ready_for_review',
};

/** Asks about many items in one request. */
export function itemEventsOperation(clientFor: ClientFor): GithubOperations['listItemEvents'] {
  return async (repository, numbers, { signal } = {}) => {
    const client = await clientFor(repository.host);
    const found = new Map<number, readonly GithubItemEvent[]>();
    for (let from = 0; from < numbers.length; from += MOST_ITEMS) {
      const page = numbers.slice(from, from + MOST_ITEMS);
      const items = Object.fromEntries(page.map((number, index) => [`n${index}`, number]));
      const answer = await client.graphql({
        operation: 'listItemEvents',
        about: aboutRepository(repository),
        query: itemEventsQuery(page.length),
        variables: { ...inRepository(repository), ...items },
        schema: AnswerSchema,
        signal,
      });
      for (const [name, number] of Object.entries(items)) {
        const nodes = answer.repository[name]?.timelineItems.nodes ?? [];
        found.set(number, nodes.flatMap(toEvent));
      }
    }
    return found;
  };
}

function toEvent(node: v.InferOutput<typeof NodeSchema> | null): GithubItemEvent[] {
  const kind = node === null ? undefined : KINDS[node.__typename];
  if (node === null || kind === undefined) return [];
  const { actor, createdAt: at, label } = node;
  return [
    { kind, at, by: actor === null ? null : { login: actor.login, id: actor.databaseId }, label: label?.name ?? '' },
  ];
}
