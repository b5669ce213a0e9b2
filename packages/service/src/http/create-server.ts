import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';

/** A request line, headers and body must arrive within this time, in milliseconds; handling it may take longer, as a claim does. */
const REQUEST_MS = 30_000;
/** How often requests are looked through for one that takes longer. */
const LOOK_MS = 5_000;

/** The bare server: limits, health, and one JSON shape each for what is not found and for what went wrong. */
export function createServer(fault: (error: string) => void, { requestMs = REQUEST_MS } = {}): FastifyInstance {
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: 1 << 20,
    requestTimeout: requestMs,
    // Node exchanges the two limits when that for the headers is the longer one.
    http: { headersTimeout: requestMs, connectionsCheckingInterval: Math.min(LOOK_MS, requestMs) },
    forceCloseConnections: true,
    logger: false,
  });
  for (const path of ['/health', '/healthz']) app.get(path, () => ({ status: 'ok' }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 'not found' }));
  app.setErrorHandler((error, _request, reply) => answerFault(error, reply, fault));
  return app;
}

/** A request that cannot be read is the caller's; everything else is ours, and its text stays in our log. */
function answerFault(error: unknown, reply: FastifyReply, fault: (error: string) => void): FastifyReply {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) {
    const message = status === 413 ? 'the body is too large' : 'the body is not JSON';
    return reply.code(status).send({ error: { code: 'SERVICE_REQUEST_INVALID', message } });
  }
  fault(error instanceof Error ? error.message : 'unknown');
  return reply.code(500).send({ error: { code: 'SERVICE_FAULT', message: 'the service failed; see the-loop events' } });
}
