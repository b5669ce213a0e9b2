import { type Emit } from '@the-loop/events';
import { LoopError } from '@the-loop/graph-core';
import { type Answer, type AnyOperation, type OperationContext, operations, type Scope } from '@the-loop/operations';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Caller } from './authenticate.ts';
import { type JoinClaims, joinedClaims } from './joined-claims.ts';
import { reconsiderItem } from './reconsider-item.ts';
import { statusOf } from './status-of.ts';

export interface OperationRoutesOptions {
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | null>;
  readonly contextFor: (caller: Caller) => OperationContext;
  /** The input with an item under the name it has today. Throws `SERVICE_FORBIDDEN` for what the operator has to vouch for first. */
  readonly inputFor: (caller: Caller, call: Call) => Promise<unknown>;
  readonly emit: Emit;
}

const AGENT_SCOPES: ReadonlySet<Scope> = new Set(['read', 'claim']);

/** Runs long, and a client that lost patience asks again. */
const JOINED = 'graph.complete';

/** One route per operation: `POST /api/v1/<area>/<verb>` with its input as JSON, answered with result, text and exit code. */
export function operationRoutes(app: FastifyInstance, given: OperationRoutesOptions): void {
  const options = { ...given, claims: joinedClaims() };
  for (const operation of operations.values()) {
    app.post(pathOf(operation.name), (request, reply) => answer(options, operation, { request, reply }));
  }
  const events = operations.get('events');
  if (events !== undefined)
    app.get('/api/v1/events', (request, reply) => answerEvents(options, events, { request, reply }));
}

interface RoutesOptions extends OperationRoutesOptions {
  readonly claims: JoinClaims;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  options: RoutesOptions,
  operation: AnyOperation,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  return invoke(options, { operation, input: request.body ?? {} }, { request, reply });
}

async function answerEvents(
  options: RoutesOptions,
  operation: AnyOperation,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const query = request.query as Readonly<Record<string, string>>;
  const number = (name: string) => (query[name] === undefined ? {} : { [name]: Number(query[name]) });
  const text = (name: string) => (query[name] === undefined ? {} : { [name]: query[name] });
  const input = { ...number('after'), ...number('limit'), ...text('workItem'), ...text('level'), ...text('since') };
  const caller = await options.authenticate(request, reply);
  if (caller === null) return reply;
  if (caller.kind === 'agent') return forbidden(options, { request, reply });
  return run(options, { operation, input, caller, bare: true }, reply);
}

/** An operation that was asked for. */
export interface Call {
  readonly operation: AnyOperation;
  readonly input: unknown;
}

async function invoke(options: RoutesOptions, call: Call, { request, reply }: Exchange): Promise<FastifyReply> {
  const caller = await options.authenticate(request, reply);
  if (caller === null) return reply;
  const mayNot =
    caller.kind === 'agent' && (!AGENT_SCOPES.has(call.operation.scope) || call.operation.name === 'events');
  if (mayNot) return forbidden(options, { request, reply });
  return run(options, { ...call, caller, bare: false }, reply);
}

function forbidden({ emit }: RoutesOptions, { request, reply }: Exchange): FastifyReply {
  emit({
    event: 'api.refused',
    method: request.method,
    path: request.routeOptions.url ?? '',
    status: 403,
    reason: 'scope',
  });
  return reply.code(403).send({
    error: { code: 'SERVICE_FORBIDDEN', message: 'an agent may look at its own item and claim, and nothing else' },
  });
}

async function run(
  options: RoutesOptions,
  { operation, input, caller, bare }: Call & { readonly caller: Caller; readonly bare: boolean },
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const answered = await invoked(options, { operation, input }, caller);
    const sent: unknown = bare ? answered.result : answered;
    tellRequest(options, operation, 200);
    return await reply.send(sent);
  } catch (error) {
    if (!(error instanceof LoopError)) throw error;
    const { code, message, remedy } = error as LoopError;
    tellRequest(options, operation, statusOf(code));
    return reply.code(statusOf(code)).send({ error: { code, message, ...(remedy === undefined ? {} : { remedy }) } });
  }
}

/** Looking leaves no trace: whoever follows the events would otherwise be told of asking for them. */
function tellRequest({ emit }: RoutesOptions, { name, scope }: AnyOperation, status: number): void {
  if (scope === 'read') return;
  const level = status < 400 ? 'info' : 'warning';
  emit({ event: 'api.request', level, method: 'POST', path: pathOf(name), status, scope });
}

function pathOf(name: string): string {
  return `/api/v1/${name.replace('.', '/')}`;
}

async function invoked(options: RoutesOptions, { operation, input: given }: Call, caller: Caller): Promise<Answer> {
  const context = options.contextFor(caller);
  const input = await options.inputFor(caller, { operation, input: given });
  const run = async () => {
    const answered = await operation.invoke(context, input);
    await reconsiderItem(context, options.emit, { operation, input });
    return answered;
  };
  if (operation.name !== JOINED) return run();
  const { result } = await options.claims({ caller, input }, run);
  return { result, ...operation.present(result, input) };
}
