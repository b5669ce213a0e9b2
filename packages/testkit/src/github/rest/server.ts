import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Api } from './api.ts';
import { type Incoming } from './incoming.ts';
import { type Outcome } from './strike.ts';

/** Serves the API under `/api/v3` and at the root, GraphQL under `/graphql` and `/api/graphql`. */
export function createListener(api: Api): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const outcome = answer(api, read(request, Buffer.concat(chunks).toString('utf8')));
      if (outcome.delayMs === 0) write(response, outcome);
      else setTimeout(() => write(response, outcome), outcome.delayMs).unref();
    });
    request.on('error', () => response.destroy());
  };
}

/** A mistake of the emulator itself becomes a 500 that says so, not the end of the process. */
function answer(api: Api, incoming: Incoming): Outcome {
  try {
    return api.answer(incoming);
  } catch (mistake) {
    const body = JSON.stringify({ message: `the emulator failed: ${String(mistake)}` });
    return { reply: { status: 500, headers: { 'content-type': 'application/json' }, body }, delayMs: 0, isCut: false };
  }
}

const PREFIX = /^\/api\/v3(?=\/|$)/;
const TOKEN = /^(?:token|bearer) (.+)$/i;

function read({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): Incoming {
  const address = new URL(url, `http://${headers.host ?? 'localhost'}`);
  const { base, path } = placeOf(address);
  const token = TOKEN.exec(headers.authorization ?? '')?.[1] ?? null;
  return {
    method,
    base,
    path,
    query: address.searchParams,
    token,
    ifNoneMatch: headers['if-none-match'] ?? null,
    body,
  };
}

function placeOf(address: URL): { readonly base: string; readonly path: string } {
  const prefix = PREFIX.exec(address.pathname)?.[0] ?? '';
  const path = address.pathname.slice(prefix.length).replace(/\/$/, '');
  return {
    base: `${schemeOf(address)}//${address.host}${prefix}`,
    path: path === '/api/graphql' ? '/graphql' : path === '' ? '/' : path,
  };
}

/** Over a unix socket the caller believes it speaks https with the real host. */
function schemeOf(url: URL): string {
  return url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
    ? 'http:'
    : 'https:';
}

function write(response: ServerResponse, { reply, isCut }: Outcome): void {
  if (reply === null) {
    response.destroy();
    return;
  }
  const hasBody = reply.status !== 204 && reply.status !== 304;
  const body = hasBody ? reply.body : '';
  const length: Record<string, string> = hasBody ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  response.writeHead(reply.status, { ...reply.headers, ...length });
  if (!isCut) {
    response.end(body);
    return;
  }
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
}
