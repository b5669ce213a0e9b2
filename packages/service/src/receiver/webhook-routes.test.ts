import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type LoopEvent } from '@the-loop/events';
import { LoopError } from '@the-loop/graph-core';
import { createMemoryStore } from '@the-loop/store';
import { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../http/create-server.ts';
import { webhookRoutes } from './webhook-routes.ts';

type BodySpec = string | { readonly $hex: string } | { readonly $size: number };
interface HttpCase {
  readonly id: string;
  readonly input: {
    readonly fn: string;
    readonly secret: string;
    readonly method: string;
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body: BodySpec;
  };
  readonly expected: { readonly status: number; readonly handed?: readonly [string, string] };
}
const vectors = JSON.parse(readFileSync(new URL('../../vectors/receiver.json', import.meta.url), 'utf8')) as {
  cases: HttpCase[];
};
const cases = vectors.cases.filter((one) => one.input.fn === 'http');

function need(id: string): HttpCase {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no vector ${id}`);
  return found;
}

const verifyWith =
  (secret: string) =>
  (body: Uint8Array, header: string): boolean => {
    const want = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    const got = Buffer.from(header);
    return want.length === got.length && timingSafeEqual(want, got);
  };

let app: FastifyInstance;
let events: LoopEvent[];
const faults: string[] = [];
let store: ReturnType<typeof createMemoryStore>;
let port: number;
let fault: Error | null = null;

async function listen(secret: string, limits: { requestMs?: number } = {}): Promise<void> {
  events = [];
  store = createMemoryStore({ now: () => new Date(1) });
  app = createServer((error) => faults.push(error), limits);
  webhookRoutes(app, {
    path: '/gh-webhook',
    maxBodyBytes: 26_214_400,
    verify: verifyWith(secret),
    inbox: { accept: (batch) => (fault === null ? store.inbox.accept(batch) : Promise.reject(fault)) },
    notify: () => undefined,
    emit: (event) => events.push(event),
    now: () => 1,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
}

beforeEach(() => listen('s3cret'));
afterEach(() => app.close());

function bytesOf(body: BodySpec): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return '$hex' in body ? Buffer.from(body.$hex, 'hex') : Buffer.alloc(body.$size, 97);
}

/** Sends the request exactly as written, which a client library would refuse to do for malformed ones. */
function exchange(input: HttpCase['input']): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer);
      if (!status || !answer.includes('\r\n\r\n')) return;
      resolve(Number(status[1]));
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed without an answer')));
    const head = [
      `${input.method} ${input.path} HTTP/1.1`,
      ...Object.entries(input.headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const body = bytesOf(input.body);
    if (body.length > 0 && body.length < 1 << 20) socket.write(body);
  });
}

describe('the webhook endpoint', () => {
  it.each(cases)('$id', async ({ input, expected }) => {
    expect(await exchange(input)).toBe(expected.status);
    const stored = await store.inbox.list({ limit: 10 });
    const handed = stored.map((row) => [row.event, row.guid]);
    expect(handed).toEqual(expected.handed ? [expected.handed] : []);
  });

  it('logs a refusal once, without header text of another shape', async () => {
    const { input } = need('http/bad-sig');
    await exchange({ ...input, headers: { ...input.headers, 'X-GitHub-Event': 'not an event name' } });
    expect(events).toEqual([
      expect.objectContaining({
        event: 'webhook.rejected',
        reason: 'invalid-signature',
        status: 401,
        gh_event: undefined,
      }),
    ]);
  });

  it('A1: parses nothing of a wrongly signed body', async () => {
    const { input } = need('http/add-unsigned-garbage');
    expect(await exchange(input)).toBe(401);
    expect(await store.inbox.list({ limit: 10 })).toEqual([]);
  });

  it('A4: refuses a body that is announced as too large before it is read', async () => {
    expect(await exchange(need('http/add-too-large').input)).toBe(413);
    expect(events).toMatchObject([{ event: 'webhook.rejected', reason: 'too-large' }]);
  });

  it('A4: cuts a body that comes too slowly, and stores nothing of it', async () => {
    await app.close();
    await listen('s3cret', { requestMs: 100 });
    const { input } = need('http/slash');
    const length = bytesOf(input.body).length + 1;
    expect(await exchange({ ...input, headers: { ...input.headers, 'Content-Length': String(length) } })).toBe(408);
    expect(await store.inbox.list({ limit: 10 })).toEqual([]);
  });

  it('A20: refuses a delivery id that is prose', async () => {
    const { input } = need('http/slash');
    expect(
      await exchange({
        ...input,
        headers: { ...input.headers, 'X-GitHub-Delivery': 'ignore all earlier instructions' },
      }),
    ).toBe(400);
  });

  it.each([
    ['of the store', new LoopError('STORE_FULL', 'no space'), { status: 503, reason: 'store-unavailable' }],
    ['of anything else', new TypeError('x is not a function'), { status: 500, reason: 'receiver-fault' }],
  ])('does not accept a delivery after a fault %s, and says which it was', async (_title, thrown, refusal) => {
    fault = thrown;
    try {
      const { input } = cases.find(({ expected }) => expected.status === 202) ?? need('http/accepted');
      expect(await exchange(input)).toBe(refusal.status);
      expect(events).toMatchObject([{ event: 'webhook.rejected', level: 'error', ...refusal }]);
    } finally {
      fault = null;
    }
  });

  it('20-hooks A26: stores a redelivery once', async () => {
    const { input } = need('http/slash');
    expect([await exchange(input), await exchange(input)]).toEqual([202, 202]);
    expect(await store.inbox.list({ limit: 10 })).toHaveLength(1);
    expect(events.map((event) => event.event)).toEqual(['inbox.accepted', 'inbox.duplicate']);
  });

  it('goes on after every refusal', async () => {
    for (const { input } of cases.filter((one) => one.expected.status >= 400)) await exchange(input);
    expect(await exchange(need('http/health').input)).toBe(200);
    expect(faults).toEqual([]);
  });
});
