import * as v from 'valibot';
import { type GithubActor } from '../answer/item.ts';
import { GithubError } from '../github-error.ts';
import { type GithubOperations } from '../github-operations.ts';
import { type ClientFor } from './client-for.ts';
import { UserSchema } from './schemas.ts';

export const VIEWER = 'query Viewer { viewer { login databaseId } }';

const ViewerSchema = v.object({ viewer: v.object({ login: v.string(), databaseId: v.nullish(v.number(), 0) }) });

/** Asks each host once: an account does not change while its credentials are in use. */
export function whoamiOperation(clientFor: ClientFor): GithubOperations['whoami'] {
  const accounts = new Map<string, GithubActor>();
  return async (host, { signal } = {}) => {
    const known = accounts.get(host.toLowerCase());
    if (known) return known;
    const account = await ask(clientFor, host, signal);
    accounts.set(host.toLowerCase(), account);
    return account;
  };
}

/** An App's installation has no `/user`, but GraphQL tells its bot; everyone else is asked in one plain request. */
async function ask(clientFor: ClientFor, host: string, signal: AbortSignal | undefined): Promise<GithubActor> {
  const client = await clientFor(host);
  const question = { operation: 'whoami', about: { host }, signal };
  try {
    return (await client.read({ ...question, route: 'GET /user', parameters: {}, schema: UserSchema })).data;
  } catch (fault) {
    if (!(fault instanceof GithubError && fault.code === 'GITHUB_FORBIDDEN')) throw fault;
  }
  const { viewer } = await client.graphql({ ...question, query: VIEWER, variables: {}, schema: ViewerSchema });
  return { login: viewer.login, id: viewer.databaseId };
}
