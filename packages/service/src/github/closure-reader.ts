import { type ClosureReader } from '@the-loop/dispatcher';
import { type GithubOperations } from '@the-loop/integrations-github';

/** Who closed a ticket. What cannot be learned is `unknown`: then nothing is ended for it. */
export function createClosureReader(github: Pick<GithubOperations, 'closer'>): ClosureReader {
  return {
    closer: async (ref, { signal }) => {
      try {
        return (await github.closer(ref, { signal }))?.by ?? 'unknown';
      } catch {
        signal.throwIfAborted();
        return 'unknown';
      }
    },
  };
}
