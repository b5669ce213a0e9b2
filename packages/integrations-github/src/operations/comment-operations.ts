import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubComment } from '../answer/comment.ts';
import { GithubError } from '../github-error.ts';
import { type CallOptions, type GithubOperations } from '../github-operations.ts';
import { operationKeysIn, operationMarker } from '../marker/operation-marker.ts';
import { type ClientFor, inItem, inRepository } from './client-for.ts';
import { checkBody, checkId, hasLine, isSameText } from './comment-text.ts';
import { CommentSchema } from './schemas.ts';

type CommentOperations = Pick<GithubOperations, 'addComment' | 'updateComment' | 'findComment'>;
type Reading = Pick<GithubOperations, 'whoami' | 'listComments'>;

const ISSUES = '/repos/{owner}/{repo}/issues';

/** Writing comments, and finding those that were written. */
export function commentOperations(clientFor: ClientFor, { whoami, listComments }: Reading): CommentOperations {
  const findComment: CommentOperations['findComment'] = async (ref, wanted, options = {}) => {
    const author = wanted.author ?? (await whoami(ref.host, options)).login;
    const since = wanted.since === undefined ? {} : { since: wanted.since };
    const comments = await listComments(ref, { ...options, ...since });
    return comments.find((comment) => isBy(comment, author) && hasLine(comment.body, wanted.marker)) ?? null;
  };
  return {
    findComment,
    async addComment(ref, body, options = {}) {
      checkBody(body, ref);
      const client = await clientFor(ref.host);
      const asked = { operation: 'addComment', about: ref, route: `POST ${ISSUES}/{number}/comments` };
      const question = {
        ...asked,
        parameters: { ...inItem(ref), body },
        schema: showing(body),
        signal: options.signal,
      };
      try {
        return (await client.read(question)).data;
      } catch (fault) {
        return await recover(fault, { ref, body, options, findComment });
      }
    },
    async updateComment(ref, { id, body }, { signal } = {}) {
      checkBody(body, ref);
      const parameters = { ...inRepository(ref), id: checkId(id), body };
      const client = await clientFor(ref.host);
      const asked = { operation: 'updateComment', about: ref, route: `PATCH ${ISSUES}/comments/{id}`, parameters };
      return (await client.read({ ...asked, schema: showing(body), signal })).data;
    },
  };
}

/** A comment is written when GitHub shows it back, and not before. */
function showing(body: string) {
  return v.pipe(
    CommentSchema,
    v.check((comment) => isSameText(comment.body, body)),
  );
}

interface Lost {
  readonly ref: WorkItemRef;
  readonly body: string;
  readonly options: CallOptions;
  readonly findComment: CommentOperations['findComment'];
}

/** The comment is there although its answer was lost, or the fault stands. It is never posted a second time from here. */
async function recover(fault: unknown, { ref, body, options, findComment }: Lost): Promise<GithubComment> {
  const [key] = operationKeysIn(body);
  if (!(fault instanceof GithubError) || !fault.ambiguous || key === undefined) throw fault;
  const found = await findComment(ref, { marker: operationMarker(key) }, options).catch(() => null);
  if (found === null) throw fault;
  return found;
}

function isBy({ author }: GithubComment, login: string): boolean {
  return author !== null && author.login.toLowerCase() === login.toLowerCase();
}
