import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Api } from './api.ts';
import { createListener } from './server.ts';

/** Serves the API on a free port of loopback, and on a unix socket when a path is given. */
export async function listen(api: Api, socketPath: string | undefined) {
  const listener = createListener(api);
  const tcp = createServer(listener).listen(0, '127.0.0.1');
  const unix = socketPath === undefined ? [] : [createServer(listener).listen(socketPath)];
  const servers = [tcp, ...unix];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const { port } = tcp.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return {
    /** Base of the REST API; GraphQL is at `<address>/api/graphql`. */
    url: `${address}/api/v3`,
    address,
    /** Stops listening and cuts open connections. */
    close: async (): Promise<void> => {
      const closed = servers.map((server) => once(server, 'close'));
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all(closed);
    },
  };
}
