import { timingSafeEqual } from 'node:crypto';
import { type Emit } from '@the-loop/events';
import { type WorkItemRef } from '@the-loop/graph-core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type ServiceErrorCode } from '../errors.ts';
import { statusOf } from './status-of.ts';

/** Who asks over HTTP. An operator is a person, by the name of the OS user that the command runs as; empty when it is not told. */
export type Caller =
  | { readonly kind: 'operator'; readonly user: string }
  | { readonly kind: 'agent'; readonly item: WorkItemRef };

export interface AuthenticateOptions {
  readonly operatorToken: string;
  readonly itemOf: (token: string) => Promise<WorkItemRef | null>;
  /** Host headers that are ours, lower case. Guards against a page that resolves its name to loopback. */
  readonly isOurHost: (host: string) => boolean;
  readonly emit: Emit;
}

type Refusal = 'no-token' | 'wrong-token' | 'host' | 'origin';

/** Who a request comes from; null after it was answered with a refusal. */
export async function authenticate(
  options: AuthenticateOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const { host, origin, authorization } = request.headers;
  if (!options.isOurHost((host ?? '').toLowerCase())) return refuse(options, { request, reply, reason: 'host' });
  // A browser page of another origin has no business here; programs send no Origin.
  if (origin !== undefined) return refuse(options, { request, reply, reason: 'origin' });
  const token = /^Bearer (\S{1,512})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return refuse(options, { request, reply, reason: 'no-token' });
  if (isSame(token, options.operatorToken)) return { kind: 'operator', user: userOf(request) };
  const item = await options.itemOf(token);
  if (item !== null) return { kind: 'agent', item };
  return refuse(options, { request, reply, reason: 'wrong-token' });
}

/** The OS user that the operator's own command names; a name of another shape counts as not told. */
function userOf({ headers }: FastifyRequest): string {
  const user = headers['the-loop-user'];
  return typeof user === 'string' && /^[A-Za-z0-9_][A-Za-z0-9._@-]{0,63}$/.test(user) ? user : '';
}

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

interface Refused {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reason: Refusal;
}

function refuse({ emit }: AuthenticateOptions, { request, reply, reason }: Refused): null {
  const code = CODES[reason];
  const status = statusOf(code);
  emit({ event: 'api.refused', method: request.method, path: request.routeOptions.url ?? '', status, reason });
  void reply.code(status).send({ error: { code, message: MESSAGES[reason] } });
  return null;
}

const CODES = {
  'no-token': 'SERVICE_UNAUTHENTICATED',
  'wrong-token': 'SERVICE_UNAUTHENTICATED',
  host: 'SERVICE_HOST_UNKNOWN',
  origin: 'SERVICE_FORBIDDEN',
} as const satisfies Readonly<Record<Refusal, ServiceErrorCode>>;

const MESSAGES: Readonly<Record<Refusal, string>> = {
  'no-token': 'send the token as "Authorization: Bearer <token>"',
  'wrong-token': 'the token is not known here',
  host: 'this name is not served here',
  origin: 'requests from web pages are not answered',
};
