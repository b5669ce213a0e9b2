import { type ClosureReader } from '@the-loop/dispatcher';
import { GithubError, type GithubOperations } from '@the-loop/integrations-github';

/** Asks GitHub what deciding needs to know of a ticket. What cannot be learned now is `unknown`, or null. */
export function createClosureReader(github: Pick<GithubOperations, 'closer' | 'getItem'>): Required<ClosureReader> {
  return {
    closer: async (ref, { signal }) => {
      try {
        return (await github.closer(ref, { signal }))?.by ?? 'unknown';
      } catch {
        signal.throwIfAborted();
        return 'unknown';
      }
    },
    labels: async (ref, { signal }) => {
      try {
        const answer = await github.getItem(ref, { signal });
        return answer.kind === 'missing' ? [] : answer.item.labels;
      } catch (error) {
        signal.throwIfAborted();
        // Asked again it would answer the same: an item that nobody can look at is not armed.
        return error instanceof GithubError && error.retry === 'never' ? [] : null;
      }
    },
  };
}
