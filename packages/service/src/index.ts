/** The Fastify server, workers, wiring and createTheLoop. */
export {};
