import { type GateComment, parseRef, type RemoteReader } from '@the-loop/graph-core';
import {
  type GithubComment,
  type GithubOperations,
  type GithubReview,
  type GithubReviewComment,
} from '@the-loop/integrations-github';

/** GitHub as hooks may read it: the conversation of a ticket, or of a pull request with its reviews. */
export function createRemoteReader(github: GithubOperations): RemoteReader {
  return {
    async listComments(refText) {
      const ref = parseRef(refText);
      const comments = await github.listComments(ref);
      return comments.map((comment) => asGateComment(comment, refText, 'comment'));
    },
    async readComment(refText, id) {
      const answer = await github.readComment(parseRef(refText), id);
      if (answer.kind === 'missing') return { kind: 'missing' };
      return {
        kind: 'found',
        author: answer.comment.author?.login ?? '',
        body: answer.comment.body,
        editors: answer.editors,
      };
    },
  };
}

function asGateComment(
  comment: GithubComment | GithubReview | GithubReviewComment,
  on: string,
  kind: GateComment['kind'],
): GateComment & { readonly id: string } {
  const { id, url, createdAt, body, author } = comment;
  return {
    id,
    url,
    createdAt,
    body,
    kind,
    on,
    author: author?.login ?? '',
    ...(author === null ? {} : { authorId: author.id }),
  };
}
