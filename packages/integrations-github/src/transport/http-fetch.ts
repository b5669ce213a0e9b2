import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AnswerTooLarge, LONGEST_ANSWER } from './answer-too-large.ts';
import { ConnectTimeout } from './connect-timeout.ts';

/** As much of a request as an API needs. */
export interface FetchRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** For a fetcher that would follow redirects, and take the token along. */
  readonly redirect?: 'manual';
}

/** As much of `fetch` as requests to an API need: redirects are answers. */
export type Fetcher = (url: URL, request: FetchRequest) => Promise<Response>;

const inflated = promisify(gunzip);
const PACKED = new Set(['gzip', 'x-gzip']);
const OF_THE_CONNECTION = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/**
 * Requests over Node's own HTTP, which tells a host that accepts no connection from one that takes long to answer: making a
 * connection, TLS included, may take `connectTimeoutMs`. Rejects as `fetch` does: with the reason of the signal, else a `TypeError`,
 * whose cause is `AnswerTooLarge` for more than 64 MiB.
 */
export function createHttpFetch(connectTimeoutMs: number): Fetcher {
  return async (url, asked) => {
    try {
      const { response, bytes } = await exchange(url, asked, connectTimeoutMs);
      return responseOf(response, await decoded(response, bytes));
    } catch (cause) {
      asked.signal?.throwIfAborted();
      throw new TypeError('the request failed', { cause });
    }
  };
}

interface Exchange {
  readonly response: IncomingMessage;
  readonly bytes: Buffer;
}

function exchange(url: URL, asked: FetchRequest, connectTimeoutMs: number): Promise<Exchange> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { method = 'GET', body, signal } = asked;
  const headers = { ...asked.headers, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, ...(signal ? { signal } : {}) }, (response) => {
      wholeBody(response).then((bytes) => resolve({ response, bytes }), reject);
    });
    request.on('error', reject);
    limitConnecting(request, connectTimeoutMs);
    request.end(body);
  });
}

/** A connection that is kept from an earlier request has been made. */
function limitConnecting(request: ClientRequest, ms: number): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const limit = setTimeout(() => request.destroy(new ConnectTimeout()), ms);
    for (const event of [request.protocol === 'https:' ? 'secureConnect' : 'connect', 'close'])
      socket.once(event, () => clearTimeout(limit));
  });
}

async function wholeBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('the connection broke in the middle of an answer');
  return Buffer.concat(chunks);
}

async function decoded(response: IncomingMessage, bytes: Buffer): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  if (!PACKED.has(encoding)) throw new Error('the answer is in an encoding that was not asked for');
  return inflated(bytes, { maxOutputLength: LONGEST_ANSWER }).catch((fault: unknown) => {
    throw isTooLong(fault) ? new AnswerTooLarge() : fault;
  });
}

function isTooLong(fault: unknown): boolean {
  return (fault as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}

function responseOf({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage, bytes: Buffer): Response {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) headers.append(name, rawHeaders[at + 1] ?? '');
  }
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
}
