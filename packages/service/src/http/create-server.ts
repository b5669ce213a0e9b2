import { type FastifyInstance, fastify } from 'fastify';

/** A request line, headers and body must arrive within this time, in milliseconds. */
const REQUEST_MS = 30_000;

/** The bare server: limits, health, and one JSON shape for everything that is not found. */
export function createServer(): FastifyInstance {
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: 1 << 20,
    requestTimeout: REQUEST_MS,
    connectionTimeout: REQUEST_MS,
    forceCloseConnections: true,
    logger: false,
  });
  for (const path of ['/health', '/healthz']) app.get(path, () => ({ status: 'ok' }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 'not found' }));
  return app;
}
