/** Which requests a fault hits. Everything that is given must match. */
export interface FaultMatch {
  readonly method?: string;
  /** Matched against the path without the API prefix, such as `/repos/octo/app/issues/7/comments` or `/graphql`. */
  readonly path?: string | RegExp;
  readonly login?: string;
  /** Name of the operation as recorded with writes, such as `add-comment`. */
  readonly operation?: string;
  /** Stands somewhere in the text of the body: the node id that a GraphQL request is about, for one. */
  readonly body?: string;
}

/** What goes wrong. `applied`: the write takes place all the same, only its answer is lost. */
export type FaultBehaviour =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly applied?: boolean;
    }
  | { readonly kind: 'delay'; readonly ms: number }
  /** A whole answer whose JSON ends in the middle. */
  | { readonly kind: 'truncated'; readonly applied?: boolean }
  /** An answer that stops in the middle because the connection closes. */
  | { readonly kind: 'cut'; readonly applied?: boolean }
  | { readonly kind: 'reset'; readonly applied?: boolean };

export interface FaultRule {
  readonly match?: FaultMatch;
  /** A function is asked when it strikes, so that a limit can end a second later. */
  readonly behaviour: FaultBehaviour | FaultName | (() => FaultBehaviour);
  /** How many matching requests it hits; 1 when left out. */
  readonly times?: number;
  /** Hits no body twice: what is sent once more passes, and the next that differs is hit. */
  readonly firstTries?: boolean;
}

/** A request as rules look at it. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly login: string;
  readonly operation: string;
  /** The text of its body. */
  readonly body: string;
}

/** GitHub's own ways of refusing, ready to use. */
export const FAULTS = {
  moved: {
    kind: 'status',
    status: 301,
    headers: { location: '/repositories/1/issues/1' },
    body: { message: 'Moved Permanently' },
  },
  unauthorized: { kind: 'status', status: 401, body: { message: 'Bad credentials' } },
  forbidden: { kind: 'status', status: 403, body: { message: 'Resource not accessible by personal access token' } },
  'primary-limit': {
    kind: 'status',
    status: 403,
    headers: { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2147483000' },
    body: { message: 'API rate limit exceeded for user ID 1.' },
  },
  'secondary-limit': {
    kind: 'status',
    status: 403,
    headers: { 'retry-after': '1' },
    body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
  },
  'not-found': { kind: 'status', status: 404, body: { message: 'Not Found' } },
  gone: { kind: 'status', status: 410, body: { message: 'This issue was deleted' } },
  invalid: { kind: 'status', status: 422, body: { message: 'Validation Failed', errors: [] } },
  'too-many': { kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too Many Requests' } },
  'server-error': { kind: 'status', status: 500, body: { message: 'Server Error' } },
  'bad-gateway': { kind: 'status', status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502</html>' },
  'lost-answer': {
    kind: 'status',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html>502</html>',
    applied: true,
  },
  unavailable: { kind: 'status', status: 503, body: { message: 'Service unavailable' } },
  truncated: { kind: 'truncated', applied: true },
  cut: { kind: 'cut', applied: true },
  'reset-before': { kind: 'reset' },
  'reset-after': { kind: 'reset', applied: true },
} as const satisfies Record<string, FaultBehaviour>;

export type FaultName = keyof typeof FAULTS;

interface Entry {
  readonly rule: FaultRule;
  left: number;
  readonly struck: Set<string>;
}

/** The rules in force, oldest first. */
export class Faults {
  readonly #entries: Entry[] = [];

  /** Adds a rule; the returned function takes it back. */
  add(rule: FaultRule): () => void {
    const entry: Entry = { rule, left: rule.times ?? 1, struck: new Set() };
    this.#entries.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  /** The fault that hits this request, counted as used. */
  take(request: FaultTarget): FaultBehaviour | null {
    const hit = this.#entries.find((entry) => strikes(entry, request));
    if (!hit) return null;
    hit.left -= 1;
    hit.struck.add(request.body);
    const { behaviour } = hit.rule;
    if (typeof behaviour === 'function') return behaviour();
    return typeof behaviour === 'string' ? FAULTS[behaviour] : behaviour;
  }
}

function strikes({ rule, left, struck }: Entry, request: FaultTarget): boolean {
  if (left <= 0 || (rule.firstTries === true && struck.has(request.body))) return false;
  return matches(rule.match ?? {}, request);
}

function matches(match: FaultMatch, request: FaultTarget): boolean {
  const { path, body = '' } = match;
  const byPath = path === undefined || (typeof path === 'string' ? request.path === path : path.test(request.path));
  const same = (wanted: string | undefined, got: string) =>
    wanted === undefined || wanted.toLowerCase() === got.toLowerCase();
  return (
    byPath &&
    request.body.includes(body) &&
    same(match.method, request.method) &&
    same(match.login, request.login) &&
    same(match.operation, request.operation)
  );
}
