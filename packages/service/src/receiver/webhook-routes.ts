import { createHash } from 'node:crypto';
import { type Emit } from '@the-loop/events';
import { type Inbox } from '@the-loop/store';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { judgeDelivery, type RefusalReason } from './judge-delivery.ts';

export interface WebhookRoutesOptions {
  /** Path of the hook, such as `/gh-webhook`. */
  readonly path: string;
  readonly maxBodyBytes: number;
  /** Whether the raw bytes carry our signature; always true where the operator allows unsigned deliveries. */
  readonly verify: (body: Uint8Array, header: string) => boolean;
  readonly inbox: Pick<Inbox, 'accept'>;
  /** Called after new deliveries are durable. */
  readonly notify: () => void;
  readonly emit: Emit;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The webhook endpoint: nothing is believed before the signature over the raw bytes is, nothing is answered `202` before it is
 * stored durably, and nothing is worked on here.
 */
export function webhookRoutes(app: FastifyInstance, options: WebhookRoutesOptions): void {
  void app.register((hook, _, done) => {
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: options.maxBodyBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    hook.setErrorHandler((error, request, reply) => answerFault(options, { error, request, reply }));
    hook.post(options.path, { bodyLimit: options.maxBodyBytes }, (request, reply) => receive(options, request, reply));
    hook.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: options.path,
      handler: (_request, reply) => reply.code(405).header('allow', 'POST').send({ status: 'POST deliveries here' }),
    });
    done();
  });
}

async function receive(
  options: WebhookRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const judgement = judgeDelivery({ headers: request.headers, body }, options.verify);
  if (judgement.kind === 'refused') return refuse(options, { request, reply, ...judgement });
  if (judgement.kind === 'ping') return reply.code(200).send({ status: 'pong' });
  const { event, guid, hook, host } = judgement;
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  const delivery = { host, hook, guid, event, source: 'webhook' as const, receivedAt: options.now(), body, bodyDigest };
  const [answer] = await options.inbox.accept([delivery]);
  options.emit({
    event: answer === 'accepted' ? 'inbox.accepted' : 'inbox.duplicate',
    gh_event: event,
    delivery_id: guid,
    ingress: 'webhook',
    host,
  });
  if (answer === 'accepted') options.notify();
  return reply.code(202).send({ status: answer === 'accepted' ? 'accepted' : 'accepted before' });
}

interface Refusal {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly status: number;
  readonly reason: RefusalReason | 'too-large' | 'invalid-length' | 'store-unavailable' | 'receiver-fault';
  readonly message: string;
}

function refuse(options: WebhookRoutesOptions, { request, reply, status, reason, message }: Refusal): FastifyReply {
  const { headers } = request;
  options.emit({
    event: 'webhook.rejected',
    level: status >= 500 ? 'error' : 'warning',
    reason,
    status,
    gh_event: shown(headers['x-github-event'], /^[a-z_]{1,64}$/),
    delivery_id: shown(headers['x-github-delivery'], /^[0-9a-f-]{1,64}$/i),
  });
  return reply.code(status).send({ status: message });
}

/** Header text goes into the log only when it has the shape it should have. */
function shown(value: string | readonly string[] | undefined, shape: RegExp): string | undefined {
  return typeof value === 'string' && shape.test(value) ? value : undefined;
}

function answerFault(
  options: WebhookRoutesOptions,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return refuse(options, {
      request,
      reply,
      status: 413,
      reason: 'too-large',
      message: `a delivery has at most ${options.maxBodyBytes} bytes`,
    });
  }
  if (code.startsWith('FST_ERR_CTP')) {
    return refuse(options, {
      request,
      reply,
      status: 400,
      reason: 'invalid-length',
      message: 'the body does not have the length it announces',
    });
  }
  // Not stored means not accepted: GitHub's delivery log shows it as failed, and it can be delivered again from there.
  const ofStore = code.startsWith('STORE_');
  return refuse(options, {
    request,
    reply,
    status: ofStore ? 503 : 500,
    reason: ofStore ? 'store-unavailable' : 'receiver-fault',
    message: ofStore ? 'the delivery could not be stored' : 'the delivery could not be received',
  });
}
