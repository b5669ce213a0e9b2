import { createSessionRecords, formerNames, nameAfter } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { LoopError, refKey, sameRef } from '@the-loop/graph-core';
import { verifySignature } from '@the-loop/integrations-github';
import { type Place } from '@the-loop/operations';
import { type Store } from '@the-loop/store';
import { type FastifyInstance } from 'fastify';
import { authenticate, type Caller } from '../api/authenticate.ts';
import { currentInput, type ItemNames } from '../api/current-input.ts';
import { type Call, operationRoutes } from '../api/operation-routes.ts';
import { refuseForeignLoop } from '../api/refuse-foreign-loop.ts';
import { itemOf, serviceContext } from '../api/service-context.ts';
import { statusRoute } from '../api/status-route.ts';
import { createServer } from '../http/create-server.ts';
import { operatorToken } from '../instance/operator-token.ts';
import { eventReader } from '../observe/event-reader.ts';
import { liveMemory } from '../observe/live-memory.ts';
import { webhookRoutes } from '../receiver/webhook-routes.ts';
import { type TheLoopOptions } from '../the-loop-options.ts';
import { type Engine } from './engine.ts';
import { ourHosts } from './our-hosts.ts';
import { webhookSecret } from './startup-checks.ts';

export interface ServedParts {
  readonly options: TheLoopOptions;
  readonly store: Store;
  readonly emit: Emit;
  readonly engine: Engine;
  readonly environment: Readonly<Record<string, string>>;
}

/** The server with the webhook, the verbs and the status; it does not listen yet. */
export function servedRoutes({ options, store, emit, engine, environment }: ServedParts): FastifyInstance {
  const { webhooks } = options.config;
  const app = createServer((error) => emit({ event: 'service.fault', component: 'http', error }));
  const secret = webhookSecret(options.config, environment);
  webhookRoutes(app, {
    path: webhooks.path,
    maxBodyBytes: webhooks.maxBodyBytes,
    verify: (body, header) => secret === '' || verifySignature(secret, body, header),
    inbox: store.inbox,
    notify: () => engine.dispatcher.notify(),
    emit,
    now: Date.now,
  });
  const guard = {
    operatorToken: operatorToken(options.stateRoot),
    itemOf: engine.tokens.itemOf,
    isOurHost: ourHosts(options.config),
    emit,
  };
  const authenticated = (...[request, reply]: Parameters<Parameters<typeof operationRoutes>[1]['authenticate']>) =>
    authenticate(guard, request, reply);
  const events = eventReader(store.eventLog);
  operationRoutes(app, {
    authenticate: authenticated,
    emit,
    inputFor: (caller, call) => judgedInput({ options, store, engine }, caller, call),
    contextFor: (caller) =>
      serviceContext(
        {
          items: engine.items.items,
          formerNames: () => formerNames(store.records),
          events,
          verbsOf: (item, by) => verbsFor(engine, item, by),
          memory: liveMemory({ store, engine, now: Date.now }),
          graphs: options.config.graphs,
          harnessOf: (item) => engine.items.harnessOf(item),
        },
        caller,
      ),
  });
  statusRoute(app, { authenticate: authenticated, store, version: options.version });
  return app;
}

async function judgedInput(
  { options, store, engine }: Pick<ServedParts, 'options' | 'store' | 'engine'>,
  caller: Caller,
  { operation, input: given }: Call,
): Promise<unknown> {
  const names = namesFor(caller, { store, engine });
  const input = await currentInput(given, names);
  if (operation.name !== 'graph.start' || !isOfPullRequest(input)) return input;
  const item = await itemOf(names, input, caller);
  const sessions = createSessionRecords(store.records);
  await refuseForeignLoop({ config: () => options.config, sessions }, item, input);
  return input;
}

/** An agent means its own item, whatever else is known. */
function namesFor(caller: Caller, { store: { records }, engine }: Pick<ServedParts, 'store' | 'engine'>): ItemNames {
  return {
    nameAfter: (item) => nameAfter(records, refKey(item)),
    formerNames: () => formerNames(records),
    items: async () => (caller.kind === 'agent' ? [caller.item] : engine.items.items()),
    isKnown: async (item) =>
      caller.kind === 'agent' ? sameRef(item, caller.item) : (await records.get('session', refKey(item))) !== null,
  };
}

/** Names a pull request of a repository; whether well is judged by the operation. */
function isOfPullRequest(input: unknown): input is Place & { readonly item: string } {
  const { item, pr, prRepo } = (input ?? {}) as Readonly<Record<string, unknown>>;
  return typeof item === 'string' && typeof pr === 'number' && typeof prRepo === 'string';
}

async function verbsFor(engine: Engine, item: Parameters<Engine['items']['verbsOf']>[0], caller: Caller) {
  const verbs = await engine.items.verbsOf(item, {
    login: caller.kind === 'agent' ? 'agent' : caller.user || 'operator',
  });
  if (verbs !== null) return verbs;
  throw new LoopError('SERVICE_ITEM_UNKNOWN', 'the item has no checkout here', { remedy: 'see the-loop status' });
}
