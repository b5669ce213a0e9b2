import { type WorkItemRef } from '@the-loop/graph-core';
import { type CommentAnswer } from '../answer/comment.ts';
import { GithubError } from '../github-error.ts';
import { type GithubOperations } from '../github-operations.ts';
import { type ClientFor, inItem, inRepository } from './client-for.ts';
import { checkId } from './comment-text.ts';
import { readEdits } from './edit-history.ts';
import { missingStatus } from './missing-status.ts';
import { CommentSchema, ReviewCommentSchema, ReviewSchema } from './schemas.ts';

type ThreadOperations = Pick<
  GithubOperations,
  'listComments' | 'readComment' | 'listReviews' | 'listReviewComments' | 'editHistory'
>;

const REPO = '/repos/{owner}/{repo}';

/** Reading conversations: comments, reviews, line comments, and who edited what. */
export function threadOperations(clientFor: ClientFor): ThreadOperations {
  return {
    async listComments(ref, { since, signal } = {}) {
      const client = await clientFor(ref.host);
      const parameters = { ...inItem(ref), ...(since === undefined ? {} : { since }) };
      const asked = {
        operation: 'listComments',
        about: ref,
        route: `GET ${REPO}/issues/{number}/comments`,
        parameters,
      };
      return (await client.list({ ...asked, entry: CommentSchema, signal }))?.entries ?? [];
    },
    readComment: (ref, id, { signal } = {}) => readComment(clientFor, { ref, id, signal }),
    async listReviews(ref, { signal } = {}) {
      const client = await clientFor(ref.host);
      const route = `GET ${REPO}/pulls/{number}/reviews`;
      const asked = { operation: 'listReviews', about: ref, route, parameters: inItem(ref) };
      const found = await client.list({ ...asked, entry: ReviewSchema, signal });
      return (found?.entries ?? []).filter((review) => review !== null);
    },
    async listReviewComments(ref, { signal } = {}) {
      const client = await clientFor(ref.host);
      const route = `GET ${REPO}/pulls/{number}/comments`;
      const asked = { operation: 'listReviewComments', about: ref, route, parameters: inItem(ref) };
      return (await client.list({ ...asked, entry: ReviewCommentSchema, signal }))?.entries ?? [];
    },
    async editHistory({ host, nodeId }, { signal } = {}) {
      return readEdits(await clientFor(host), { operation: 'editHistory', about: { host }, nodeId, signal });
    },
  };
}

interface OneComment {
  readonly ref: WorkItemRef;
  readonly id: string;
  readonly signal: AbortSignal | undefined;
}

async function readComment(clientFor: ClientFor, { ref, id, signal }: OneComment): Promise<CommentAnswer> {
  const parameters = { ...inRepository(ref), id: checkId(id) };
  const client = await clientFor(ref.host);
  const asked = { operation: 'readComment', about: ref, signal };
  const route = `GET ${REPO}/issues/comments/{id}`;
  const read = await client.read({ ...asked, route, parameters, schema: CommentSchema }).catch(missingStatus);
  if (typeof read === 'number') return { kind: 'missing' };
  const edits = await readEdits(client, { ...asked, nodeId: read.data.nodeId }).catch(unlessUntold);
  const editors = edits?.map(({ editor }) => editor).filter((editor) => editor !== null) ?? null;
  return { kind: 'found', comment: read.data, editors: editors && [...new Set(editors)] };
}

/** Some tokens and old servers do not tell who edited; every other fault means that we do not know, and stands. */
function unlessUntold(fault: unknown): null {
  const untold = ['GITHUB_FORBIDDEN', 'GITHUB_NOT_FOUND', 'GITHUB_VALIDATION'];
  if (fault instanceof GithubError && untold.includes(fault.code)) return null;
  throw fault;
}
