import type * as v from 'valibot';
import { type GithubRepository } from '../answer/repository.ts';
import { type Changes, type ConditionalRead, type GithubOperations } from '../github-operations.ts';
import { aboutRepository, type ClientFor, inRepository } from './client-for.ts';
import { itemEventsOperation } from './item-events.ts';
import { CommentSchema, ItemSchema, ReviewCommentSchema } from './schemas.ts';
import { surveyOperation } from './survey.ts';

type PollingOperations = Pick<
  GithubOperations,
  'listItems' | 'listItemEvents' | 'surveyRepository' | 'listRepositoryComments' | 'listRepositoryReviewComments'
>;

const REPO = '/repos/{owner}/{repo}';

/** Whatever changed stands on the first page, so that its validator speaks for the whole list. */
const LATEST_FIRST = { sort: 'updated', direction: 'desc' } as const;

/** Reads over a whole repository, which cost nothing when nothing changed. */
export function pollingOperations(clientFor: ClientFor): PollingOperations {
  return {
    surveyRepository: surveyOperation(clientFor),
    listItemEvents: itemEventsOperation(clientFor),
    listItems: (repository, { state = 'open', ...read } = {}) => {
      const asked = { operation: 'listItems', route: `GET ${REPO}/issues`, parameters: { state }, entry: ItemSchema };
      return changes(clientFor, { ...asked, repository, read });
    },
    listRepositoryComments: (repository, read = {}) => {
      const asked = { operation: 'listRepositoryComments', route: `GET ${REPO}/issues/comments`, parameters: {} };
      return changes(clientFor, { ...asked, entry: CommentSchema, repository, read });
    },
    listRepositoryReviewComments: (repository, read = {}) => {
      const asked = { operation: 'listRepositoryReviewComments', route: `GET ${REPO}/pulls/comments`, parameters: {} };
      return changes(clientFor, { ...asked, entry: ReviewCommentSchema, repository, read });
    },
  };
}

interface ChangesQuestion<Entry extends v.GenericSchema> {
  readonly operation: string;
  readonly route: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly entry: Entry;
  readonly repository: GithubRepository;
  readonly read: ConditionalRead;
}

async function changes<Entry extends v.GenericSchema<unknown, { readonly nodeId: string }>>(
  clientFor: ClientFor,
  { operation, route, entry, repository, read, ...rest }: ChangesQuestion<Entry>,
): Promise<Changes<v.InferOutput<Entry>>> {
  const client = await clientFor(repository.host);
  const { since, etag, signal } = read;
  const parameters = {
    ...inRepository(repository),
    ...LATEST_FIRST,
    ...rest.parameters,
    ...(since === undefined ? {} : { since }),
  };
  const found = await client.list({
    operation,
    about: aboutRepository(repository),
    route,
    parameters,
    entry,
    etag,
    signal,
  });
  if (found === null) return { kind: 'unchanged' };
  // An entry that changes while the pages are read stands on two of them.
  const entries = [...new Map(found.entries.map((one) => [one.nodeId, one])).values()];
  return { kind: 'changed', entries, etag: found.etag };
}
