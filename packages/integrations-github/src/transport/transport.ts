/** What Octokit asks of a transport: the part of `fetch` that it uses. */
export type TransportFetch = (url: string, init: TransportInit) => Promise<Response>;

export interface TransportInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Set on the answer of a refused redirect, for the client to tell. GitHub sends no such header. */
export const REFUSED_REDIRECT = 'x-the-loop-refused-redirect';
