import { renderRepository } from '../render/repository.ts';
import { renderUser } from '../render/user.ts';
import { Refusal } from '../state/refusal.ts';
import { repositoryOf } from './input.ts';
import { type Route, route } from './route.ts';

const RATE = { limit: 5000, used: 0, remaining: 5000, reset: 2_147_483_000, resource: 'core' } as const;

/** The token's own account, limits, repositories. */
export const accountRoutes: readonly Route[] = [
  route('GET /', 'get-root', ({ world }) => ({
    status: 200,
    body: { current_user_url: `${world.options.apiBase}/user` },
  })),
  route('GET /user', 'get-user', ({ by, world }) => {
    if (by.type === 'Bot') throw new Refusal(403, 'Resource not accessible by integration');
    return { status: 200, body: { ...renderUser(by, world.options), name: by.login } };
  }),
  route('GET /rate_limit', 'get-rate-limit', () => ({
    status: 200,
    body: { resources: { core: RATE, graphql: { ...RATE, resource: 'graphql' } }, rate: RATE },
  })),
  route('GET /repos/:owner/:repo', 'get-repository', (call) => ({
    status: 200,
    body: {
      ...renderRepository(repositoryOf(call), call.world.options),
      permissions: { admin: false, push: true, pull: true },
    },
  })),
];
