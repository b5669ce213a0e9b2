import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubEdit } from '../answer/comment.ts';
import { type GithubClient } from '../client/github-client.ts';

const PARTS = ['IssueComment', 'PullRequestReviewComment', 'PullRequestReview', 'Issue', 'PullRequest'];
export const EDITS = `query EditHistory($id: ID!, $after: String) {
  node(id: $id) {
    __typename
    ${PARTS.map((part) => `... on ${part} { ...Edits }`).join('\n    ')}
  }
}
fragment Edits on Comment {
  userContentEdits(first: 100, after: $after) {
    nodes { editedAt diff editor { login } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const EditSchema = v.object({
  editedAt: v.string(),
  diff: v.nullish(v.string(), null),
  editor: v.nullish(v.object({ login: v.string() }), null),
});
const EditsSchema = v.object({
  node: v.object({
    userContentEdits: v.nullish(
      v.object({
        nodes: v.array(v.nullable(EditSchema)),
        pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
      }),
      null,
    ),
  }),
});

interface EditsQuestion {
  readonly operation: string;
  readonly about: WorkItemRef | { readonly host: string };
  readonly nodeId: string;
  readonly signal: AbortSignal | undefined;
}

/** Every saved text of a node, oldest first. GitHub lists the newest first, and none for a text that was never edited. */
export async function readEdits(
  client: GithubClient,
  { operation, about, nodeId, signal }: EditsQuestion,
): Promise<GithubEdit[]> {
  const edits: GithubEdit[] = [];
  let after: string | null = null;
  do {
    const variables: Readonly<Record<string, unknown>> = { id: nodeId, after };
    const { node } = await client.graphql({ operation, about, query: EDITS, variables, schema: EditsSchema, signal });
    if (node.userContentEdits === null) break;
    const { nodes, pageInfo } = node.userContentEdits;
    edits.push(...nodes.filter((edit) => edit !== null).map(toEdit));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return edits.reverse();
}

function toEdit({ editor, editedAt, diff }: v.InferOutput<typeof EditSchema>): GithubEdit {
  return { editor: editor?.login ?? null, at: editedAt, text: diff };
}
