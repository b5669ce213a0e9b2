import { type GithubOperations } from './github-operations.ts';
import { type GithubHostOptions } from './host/host-options.ts';

export interface GithubOptions {
  /** By host; github.com has an entry of its own when none is given. */
  readonly hosts?: Readonly<Record<string, GithubHostOptions>>;
  /** Where tokens are looked for, and what `gh` runs with; the process's own environment when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For the `api` transport, in place of the package's own. */
  readonly fetch?: typeof fetch;
  /** How long one request may take, in milliseconds; 30,000 when left out. */
  readonly timeoutMs?: number;
  /** How long the `api` transport may take to make a connection, in milliseconds; 5,000 when left out. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds since the epoch; the real clock when left out. */
  readonly now?: () => number;
}

const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * GitHub's operations over the configured hosts.
 *
 * Making this costs nothing: Octokit is loaded, credentials are looked for and hosts are checked by the first call to each host.
 */
export function createGithub(options: GithubOptions = {}): GithubOperations {
  let loading: Promise<GithubOperations> | null = null;
  const loaded = (): Promise<GithubOperations> => {
    loading ??= import('./operations/create-operations.ts').then(({ createOperations }) =>
      createOperations({
        hosts: options.hosts ?? {},
        env: options.env ?? process.env,
        fetch: options.fetch ?? null,
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
        now: options.now ?? Date.now,
      }),
    );
    return loading;
  };
  return {
    whoami: async (...input) => (await loaded()).whoami(...input),
    rate: async (...input) => (await loaded()).rate(...input),
    getItem: async (...input) => (await loaded()).getItem(...input),
    getPullRequest: async (...input) => (await loaded()).getPullRequest(...input),
    addComment: async (...input) => (await loaded()).addComment(...input),
    updateComment: async (...input) => (await loaded()).updateComment(...input),
    readComment: async (...input) => (await loaded()).readComment(...input),
    listComments: async (...input) => (await loaded()).listComments(...input),
    findComment: async (...input) => (await loaded()).findComment(...input),
    listReviews: async (...input) => (await loaded()).listReviews(...input),
    listReviewComments: async (...input) => (await loaded()).listReviewComments(...input),
    syncLabelGroup: async (...input) => (await loaded()).syncLabelGroup(...input),
    addReaction: async (...input) => (await loaded()).addReaction(...input),
    minimizeComment: async (...input) => (await loaded()).minimizeComment(...input),
    requestReviewers: async (...input) => (await loaded()).requestReviewers(...input),
    editHistory: async (...input) => (await loaded()).editHistory(...input),
    closingReferences: async (...input) => (await loaded()).closingReferences(...input),
    closer: async (...input) => (await loaded()).closer(...input),
    listItems: async (...input) => (await loaded()).listItems(...input),
    listItemEvents: async (...input) => (await loaded()).listItemEvents(...input),
    surveyRepository: async (...input) => (await loaded()).surveyRepository(...input),
    listRepositoryComments: async (...input) => (await loaded()).listRepositoryComments(...input),
    listRepositoryReviewComments: async (...input) => (await loaded()).listRepositoryReviewComments(...input),
    findWebhooks: async (...input) => (await loaded()).findWebhooks(...input),
    listDeliveries: async (...input) => (await loaded()).listDeliveries(...input),
    redeliver: async (...input) => (await loaded()).redeliver(...input),
  };
}
