import { type ClosingReader, type PullRequestState } from '@the-loop/dispatcher';
import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { GithubError, type GithubOperations, type GithubPullRequest } from '@the-loop/integrations-github';

export interface ClosingReaderOptions {
  readonly github: Pick<GithubOperations, 'closingReferences' | 'getPullRequest'>;
  readonly now: () => number;
  /** How long one question may take, in milliseconds; 5,000 when left out. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** After an outage a host is left alone: events go on as their payloads are. */
const PAUSE_MS = 60_000;
const CACHED = 500;

type Ask<Answer> = (ref: WorkItemRef, options: { readonly signal: AbortSignal }) => Promise<Answer>;

/**
 * Asks GitHub about pull requests, each question once per state of the pull request. A host that does not answer is not
 * asked for a minute; one that refuses a question is not asked it again.
 */
export function createClosingReader({ github, now, timeoutMs = TIMEOUT_MS }: ClosingReaderOptions): ClosingReader {
  const pausedUntil = new Map<string, number>();
  const cachedBy = <Answer>(ask: Ask<Answer>) => {
    const known = new Map<string, Answer | null>();
    const keep = (key: string, answer: Answer | null) => {
      known.set(key, answer);
      for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - CACHED))) known.delete(oldest);
      return answer;
    };
    return async (state: PullRequestState, { signal }: { readonly signal: AbortSignal }): Promise<Answer | null> => {
      const { ref, nodeId, updatedAt } = state;
      const key = `${refKey(ref)} ${nodeId} ${updatedAt}`;
      const cached = known.get(key);
      if (cached !== undefined) return cached;
      if ((pausedUntil.get(ref.host) ?? 0) > now()) return null;
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        return keep(key, await ask(ref, { signal: limit }));
      } catch (error) {
        signal.throwIfAborted();
        if (isRefusal(error)) return keep(key, null);
        pausedUntil.set(ref.host, now() + PAUSE_MS);
        return null;
      }
    };
  };
  return {
    closing: cachedBy<readonly WorkItemRef[]>((ref, options) => github.closingReferences(ref, options)),
    pullRequest: cachedBy<GithubPullRequest>((ref, options) => github.getPullRequest(ref, options)),
  };
}

/** An answer about the question alone: the host is there and knows us, and says the same again. */
function isRefusal(error: unknown): boolean {
  return error instanceof GithubError && error.retry === 'never' && error.code !== 'GITHUB_UNAUTHENTICATED';
}
