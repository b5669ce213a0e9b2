import * as v from 'valibot';
import { type GithubOperations } from '../github-operations.ts';
import { type ClientFor } from './client-for.ts';
import { checkNodeId } from './node-id.ts';

export const MINIMIZE = `mutation MinimizeComment($id: ID!, $classifier: ReportedContentClassifiers!) {
  minimizeComment(input: { subjectId: $id, classifier: $classifier }) { minimizedComment { isMinimized } }
}`;

/** Believed when GitHub shows the comment folded away, and not before. */
const MinimizedSchema = v.object({
  minimizeComment: v.object({ minimizedComment: v.object({ isMinimized: v.literal(true) }) }),
});

/** Folding comments away. */
export function minimizeOperation(clientFor: ClientFor): GithubOperations['minimizeComment'] {
  return async ({ host, nodeId }, { signal } = {}) => {
    const asked = { operation: 'minimizeComment', about: { host }, query: MINIMIZE, signal };
    const id = checkNodeId(nodeId, { operation: asked.operation, target: host });
    const client = await clientFor(host);
    await client.graphql({ ...asked, variables: { id, classifier: 'OUTDATED' }, schema: MinimizedSchema });
  };
}
