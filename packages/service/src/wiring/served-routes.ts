import { formerNames } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { LoopError } from '@the-loop/graph-core';
import { verifySignature } from '@the-loop/integrations-github';
import { type Store } from '@the-loop/store';
import { type FastifyInstance } from 'fastify';
import { authenticate, type Caller } from '../api/authenticate.ts';
import { currentInput } from '../api/current-input.ts';
import { operationRoutes } from '../api/operation-routes.ts';
import { serviceContext } from '../api/service-context.ts';
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
    inputFor: async (caller, input) =>
      currentInput(
        input,
        await formerNames(store.records),
        caller.kind === 'agent' ? [caller.item] : await engine.items.items(),
      ),
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

async function verbsFor(engine: Engine, item: Parameters<Engine['items']['verbsOf']>[0], caller: Caller) {
  const verbs = await engine.items.verbsOf(item, {
    login: caller.kind === 'agent' ? 'agent' : caller.user || 'operator',
  });
  if (verbs !== null) return verbs;
  throw new LoopError('SERVICE_ITEM_UNKNOWN', 'the item has no checkout here', { remedy: 'see the-loop status' });
}
