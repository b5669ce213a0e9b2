import { type ConnectOptions, connect } from '../client/connect.ts';
import { type GithubClient } from '../client/github-client.ts';
import { type GithubOperations } from '../github-operations.ts';
import { commentOperations } from './comment-operations.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { itemOperations } from './item-operations.ts';
import { labelOperations } from './label-operations.ts';
import { minimizeOperation } from './minimize-comment.ts';
import { pollingOperations } from './polling-operations.ts';
import { reactionOperations } from './reaction-operations.ts';
import { reviewerOperations } from './reviewer-operations.ts';
import { threadOperations } from './thread-operations.ts';
import { whoamiOperation } from './whoami.ts';

/** All operations over one client per host. A host that could not be connected is tried again by the next call. */
export function createOperations(options: ConnectOptions): GithubOperations {
  const clients = new Map<string, Promise<GithubClient>>();
  const clientFor = (name: string): Promise<GithubClient> => {
    const host = name.toLowerCase();
    const known = clients.get(host);
    if (known) return known;
    const connecting = connect(host, options);
    clients.set(host, connecting);
    connecting.catch(() => clients.delete(host));
    return connecting;
  };
  const whoami = whoamiOperation(clientFor);
  const threads = threadOperations(clientFor);
  return {
    whoami,
    rate: async (host) => (await clientFor(host)).rate(),
    ...threads,
    ...itemOperations(clientFor),
    ...commentOperations(clientFor, { whoami, listComments: threads.listComments }),
    ...labelOperations(clientFor),
    ...reviewerOperations(clientFor),
    ...reactionOperations(clientFor),
    minimizeComment: minimizeOperation(clientFor),
    ...pollingOperations(clientFor),
    ...deliveryOperations(clientFor),
  };
}
