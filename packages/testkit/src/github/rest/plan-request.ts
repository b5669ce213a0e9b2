import { graphqlOperations } from '../graphql/graphql.ts';
import { type UserRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';
import { accountRoutes } from './account-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { hookRoutes } from './hook-routes.ts';
import { type ApiParts, type Incoming } from './incoming.ts';
import { issueRoutes } from './issue-routes.ts';
import { pullRoutes } from './pull-routes.ts';
import { type Answer, matchPath, type Route } from './route.ts';

/** What a request means, before any of it happens. */
export interface Planned {
  readonly operation: string;
  readonly isWrite: boolean;
  readonly run: () => Answer;
}

const ROUTES: readonly Route[] = [...accountRoutes, ...issueRoutes, ...commentRoutes, ...pullRoutes, ...hookRoutes];

interface Asking {
  readonly world: World;
  readonly parts: ApiParts;
  readonly by: UserRecord;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Null for a request that leads nowhere. */
export function planRequest(incoming: Incoming, asking: Asking): Planned | null {
  const { world, parts, by, body } = asking;
  if (incoming.path === '/graphql') return planGraphql(asking);
  const installation = matchPath('/app/installations/:id/access_tokens', incoming.path);
  if (installation && incoming.method === 'POST') {
    const run = (): Answer => ({ status: 201, body: parts.apps.issue(Number(installation['id'])) });
    return { operation: 'create-installation-token', isWrite: false, run };
  }
  const found = findRoute(incoming);
  if (!found) return null;
  const call = { world, hooks: parts.hooks, by, params: found.params, query: incoming.query, body };
  const { operation, method, handle } = found.route;
  return { operation, isWrite: method !== 'GET', run: () => handle(call) };
}

function planGraphql({ world, by, body }: Asking): Planned {
  const query = typeof body['query'] === 'string' ? body['query'] : '';
  const variables = (body['variables'] ?? {}) as Readonly<Record<string, unknown>>;
  const operation = graphqlOperations.find((candidate) => candidate.field.test(query));
  if (operation) {
    const run = (): Answer => ({ status: 200, body: operation.answer({ world, by, query, variables }) });
    return { operation: operation.name, isWrite: operation.isMutation, run };
  }
  const message = `the emulator understands ${graphqlOperations.map(({ name }) => name).join(', ')}`;
  const run = (): Answer => ({ status: 200, body: { errors: [{ type: 'UNDEFINED', message }] } });
  return { operation: 'graphql', isWrite: false, run };
}

/** The route with the fewest parameters: `issues/comments` before `issues/:number`. */
function findRoute({
  method,
  path,
}: Incoming): { readonly route: Route; readonly params: Record<string, string> } | null {
  const found = ROUTES.filter((route) => route.method === method).flatMap((route) => {
    const params = matchPath(route.pattern, path);
    return params === null ? [] : [{ route, params }];
  });
  const count = (entry: (typeof found)[number]) => Object.keys(entry.params).length;
  return found.sort((a, b) => count(a) - count(b))[0] ?? null;
}
