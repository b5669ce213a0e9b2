import { type UserRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';
import { type Hooks } from '../webhooks/hooks.ts';

/** One request as a handler sees it. */
export interface Call {
  readonly world: World;
  readonly hooks: Hooks;
  /** Who the token belongs to. */
  readonly by: UserRecord;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `items` is a whole list: the server cuts the page out and adds the `Link` header. */
export type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly items: readonly unknown[] };

export interface Route {
  readonly method: string;
  /** Path with `:name` for one segment. */
  readonly pattern: string;
  /** Name of the operation, for the record of writes and for faults. */
  readonly operation: string;
  readonly handle: (call: Call) => Answer;
}

/** `route('GET /user', 'get-user', …)` */
export function route(line: string, operation: string, handle: Route['handle']): Route {
  const [method = '', pattern = ''] = line.split(' ');
  return { method, pattern, operation, handle };
}

/** The parameters when the path fits the pattern. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}
