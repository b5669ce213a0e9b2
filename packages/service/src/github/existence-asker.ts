import { GithubError, type GithubOperations } from '@the-loop/integrations-github';
import { type ExistenceAsker } from '@the-loop/linkage';

const NOTHING_TO_ASK_WITH = new Set(['GITHUB_TRANSPORT_UNAVAILABLE', 'GITHUB_HOST_NOT_CONFIGURED']);

/** Asks GitHub's API whether an issue or pull request exists. */
export function createExistenceAsker(github: Pick<GithubOperations, 'getItem'>): ExistenceAsker {
  return async (ref, signal) => {
    try {
      const answer = await github.getItem(ref, { signal });
      if (answer.kind === 'missing') return { status: answer.status };
      return { status: 200, url: answer.item.url };
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      if (NOTHING_TO_ASK_WITH.has(error.code)) return 'unavailable';
      return { status: error.status ?? 0 };
    }
  };
}
