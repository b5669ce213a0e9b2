import * as v from 'valibot';
import { type ReactionContent, type ReactionTarget } from '../answer/comment.ts';
import { type GithubOperations } from '../github-operations.ts';
import { type ClientFor, inItem, inRepository } from './client-for.ts';
import { checkId } from './comment-text.ts';
import { checkNodeId } from './node-id.ts';

export const REACT = `mutation AddReaction($id: ID!, $content: ReactionContent!) {
  addReaction(input: { subjectId: $id, content: $content }) { reaction { id } }
}`;

const IN_GRAPHQL: Readonly<Record<ReactionContent, string>> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

/** Reactions, by node id where there is one, else by what the target is. */
export function reactionOperations(clientFor: ClientFor): Pick<GithubOperations, 'addReaction'> {
  return {
    async addReaction(target, content, { signal } = {}) {
      if (target.kind === 'node') return addByNode(clientFor, { ...target, content, signal });
      const client = await clientFor(target.ref.host);
      const { route, parameters } = addressOf(target);
      const schema = v.object({ id: v.number() });
      const asked = { operation: 'addReaction', about: target.ref, signal };
      await client.read({ ...asked, route: `POST ${route}/reactions`, parameters: { ...parameters, content }, schema });
    },
  };
}

interface NodeReaction {
  readonly host: string;
  readonly nodeId: string;
  readonly content: ReactionContent;
  readonly signal: AbortSignal | undefined;
}

async function addByNode(clientFor: ClientFor, { host, nodeId, content, signal }: NodeReaction): Promise<void> {
  const variables = {
    id: checkNodeId(nodeId, { operation: 'addReaction', target: host }),
    content: IN_GRAPHQL[content],
  };
  const client = await clientFor(host);
  const schema = v.object({ addReaction: v.object({ reaction: v.object({ id: v.string() }) }) });
  await client.graphql({ operation: 'addReaction', about: { host }, query: REACT, variables, schema, signal });
}

function addressOf(target: Exclude<ReactionTarget, { kind: 'node' }>): {
  route: string;
  parameters: Record<string, unknown>;
} {
  if (target.kind === 'item') return { route: '/repos/{owner}/{repo}/issues/{number}', parameters: inItem(target.ref) };
  const thread = target.kind === 'comment' ? 'issues' : 'pulls';
  return {
    route: `/repos/{owner}/{repo}/${thread}/comments/{id}`,
    parameters: { ...inRepository(target.ref), id: checkId(target.id) },
  };
}
