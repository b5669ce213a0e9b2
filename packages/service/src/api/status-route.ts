import { GAP_FILL_RECORDS, parseGapFillRecord } from '@the-loop/dispatcher';
import { parseRef, specIdFor } from '@the-loop/graph-core';
import { loopKey } from '@the-loop/graph-runtime';
import { type Store } from '@the-loop/store';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createLedger } from '../items/ledger.ts';
import { type Caller } from './authenticate.ts';

/** What `the-loop status` shows of a running service. */
export interface ServiceStatus {
  readonly version: string;
  readonly deliveries: Awaited<ReturnType<Store['inbox']['count']>>;
  readonly writes: Awaited<ReturnType<Store['outbox']['count']>>;
  readonly turns: Awaited<ReturnType<Store['turns']['count']>>;
  readonly items: readonly ItemStatus[];
  /** Repositories whose webhook is looked after; `unavailable` says why its delivery log cannot be read, or is empty. */
  readonly gapFill: readonly { readonly repository: string; readonly unavailable: string }[];
}

export interface ItemStatus {
  readonly ref: string;
  readonly status: string;
  readonly node: string;
  readonly pullRequests: number;
}

export interface StatusRouteOptions {
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | null>;
  readonly store: Store;
  readonly version: string;
}

/** `GET /api/v1/status`, for the operator. */
export function statusRoute(app: FastifyInstance, { authenticate, store, version }: StatusRouteOptions): void {
  app.get('/api/v1/status', async (request, reply) => {
    const caller = await authenticate(request, reply);
    if (caller === null) return reply;
    if (caller.kind !== 'operator')
      return reply.code(403).send({ error: { code: 'SERVICE_FORBIDDEN', message: 'for the operator only' } });
    const status: ServiceStatus = {
      version,
      deliveries: await store.inbox.count(),
      writes: await store.outbox.count(),
      turns: await store.turns.count(),
      items: await items(store),
      gapFill: await gapFill(store),
    };
    return reply.send(status);
  });
}

async function gapFill({ records }: Store): Promise<ServiceStatus['gapFill']> {
  const found = await records.list(GAP_FILL_RECORDS);
  return found.map(({ key, value }) => {
    return { repository: key, unavailable: parseGapFillRecord(value)?.unavailable ?? '' };
  });
}

interface SessionValue {
  readonly ref: string;
  readonly status: string;
  readonly bindings?: readonly unknown[];
}

async function items({ records }: Store): Promise<readonly ItemStatus[]> {
  const found = await records.list('session');
  return Promise.all(
    found.map(async ({ value }) => {
      const { ref, status, bindings = [] } = value as SessionValue;
      return { ref, status, node: await nodeOf(records, ref), pullRequests: bindings.length };
    }),
  );
}

/** The outer loop's pointer, from the service's own copy. */
async function nodeOf(records: Store['records'], ref: string): Promise<string> {
  const item = parseRef(ref);
  const id = specIdFor(item);
  const outer = id === null ? null : await createLedger(records, item).load(loopKey({ id }));
  return outer?.value.state.facts.findLast((fact) => fact.kind === 'entered')?.node ?? '';
}
