import { GithubError } from '../github-error.ts';

const NODE_ID = /^[A-Za-z0-9_=+/-]{1,200}$/;

/** The id as it is. Throws `GITHUB_VALIDATION` for a text that cannot be a node id of GitHub. */
export function checkNodeId(nodeId: string, asked: { readonly operation: string; readonly target: string }): string {
  if (NODE_ID.test(nodeId)) return nodeId;
  throw new GithubError('GITHUB_VALIDATION', 'not a node id of GitHub', asked);
}
