import { sameRef } from '@the-loop/graph-core';
import { type ItemAnswer } from '../answer/item.ts';
import { type GithubOperations } from '../github-operations.ts';
import { type ClientFor, inItem } from './client-for.ts';
import { closerOperation } from './closer.ts';
import { closingReferencesOperation } from './closing-references.ts';
import { missingStatus } from './missing-status.ts';
import { ItemSchema, PullSchema } from './schemas.ts';

type ItemOperations = Pick<GithubOperations, 'getItem' | 'getPullRequest' | 'closingReferences' | 'closer'>;

/** Issues and pull requests. */
export function itemOperations(clientFor: ClientFor): ItemOperations {
  return {
    closingReferences: closingReferencesOperation(clientFor),
    closer: closerOperation(clientFor),
    async getItem(ref, { signal } = {}): Promise<ItemAnswer> {
      const client = await clientFor(ref.host);
      const route = 'GET /repos/{owner}/{repo}/issues/{number}';
      const question = { operation: 'getItem', about: ref, route, parameters: inItem(ref), schema: ItemSchema, signal };
      try {
        const { data: item } = await client.read(question);
        return sameRef(item.ref, ref) ? { kind: 'found', item } : { kind: 'moved', ref: item.ref, item };
      } catch (fault) {
        return { kind: 'missing', status: missingStatus(fault) };
      }
    },
    async getPullRequest(ref, { signal } = {}) {
      const client = await clientFor(ref.host);
      const route = 'GET /repos/{owner}/{repo}/pulls/{number}';
      const asked = { operation: 'getPullRequest', about: ref, route, parameters: inItem(ref), schema: PullSchema };
      return (await client.read({ ...asked, signal })).data;
    },
  };
}
