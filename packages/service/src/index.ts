/** The Fastify server, workers, wiring, and createTheLoop. */

// What it answers about itself
export type { ItemStatus, ServiceStatus } from './api/status-route.ts';
// The verbs on a checkout, without a service
export { type CheckoutOptions, openCheckout, repositoryOf } from './checkout/open-checkout.ts';
export { copyVerbEvents, createVerbEmitter, takeInVerbEvents, verbEventsFile } from './checkout/verb-events.ts';
// The service
export { createTheLoop, type TheLoop } from './create-the-loop.ts';
// Faults
export type { ServiceErrorCode } from './errors.ts';
// A bare server, for routes alone
export { createServer } from './http/create-server.ts';
// Who holds a state root
export { type InstanceInfo, type ProcessTable, readInstance } from './instance/instance-lock.ts';
// Its secrets
export { operationKeySecret, operatorToken } from './instance/operator-token.ts';
// How processes are told apart
export { processTable } from './instance/process-table.ts';
export { storeFile } from './instance/store-file.ts';
// What a service left behind
export { type StoredMemoryOptions, withStoredMemory } from './observe/stored-memory.ts';
// The webhook
export { type WebhookRoutesOptions, webhookRoutes } from './receiver/webhook-routes.ts';
// What a service is made from
export type { TheLoopOptions } from './the-loop-options.ts';
// What is missing for it to write
export { missingAgent } from './wiring/missing-agent.ts';
export { type MissingCredentials, missingCredentials } from './wiring/missing-credentials.ts';
