import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createGithub } from '../create-github.ts';
import { LONGEST_ANSWER } from './answer-too-large.ts';
import { createHttpFetch } from './http-fetch.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

/** A host that never gets as far as a connection one could speak over. */
async function serveNobody(): Promise<{ readonly url: string; readonly tries: () => number }> {
  let tries = 0;
  const server = createTcpServer((socket) => {
    tries += 1;
    socket.on('error', () => undefined);
    closers.push(() => socket.destroy());
  });
  closers.push(() => server.close());
  return { url: `https://127.0.0.1:${await portOf(server)}`, tries: () => tries };
}

const ref = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 };
const askOf = (apiBase: string, connectTimeoutMs: number) =>
  createGithub({
    hosts: { 'github.com': { apiBase, pacing: 'none' } },
    env: { GH_TOKEN: 'secret-token' },
    connectTimeoutMs,
  });

it('does not wait long for a host that accepts no connection, and says that nothing was sent', async () => {
  const nobody = await serveNobody();
  const github = askOf(nobody.url, 100);
  const started = performance.now();
  await expect(github.addComment(ref, 'x')).rejects.toMatchObject({
    code: 'GITHUB_TIMEOUT',
    message: expect.stringContaining('accepted no connection in time') as unknown,
    retry: 'later',
    ambiguous: false,
  });
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(nobody.tries()).toBe(1);
});

it('lets a host that is connected take longer than a connection may', async () => {
  const url = await serve((_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"login":"me","id":1}'), 400);
  });
  expect(await askOf(url, 150).whoami('github.com')).toEqual({ login: 'me', id: 1 });
});

it('reads a packed answer, every header, and answers without a body', async () => {
  const heard: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    heard.push(request.headers['accept-encoding'], request.headers['content-length']);
    if (request.url === '/none') response.writeHead(204).end();
    else
      response.writeHead(200, { 'content-encoding': 'gzip', link: ['<a>', '<b>'] }).end(gzipSync('packed \u{1F916}'));
  });
  const fetcher = createHttpFetch(1_000);
  const packed = await fetcher(new URL(`${url}/packed`), { method: 'POST', body: '\u{1F916}' });
  expect([packed.headers.get('link'), packed.headers.get('content-encoding'), await packed.text()]).toEqual([
    '<a>, <b>',
    null,
    'packed \u{1F916}',
  ]);
  expect((await fetcher(new URL(`${url}/none`), {})).status).toBe(204);
  expect(heard.slice(0, 2)).toEqual(['gzip', '4']);
});

it('takes no part of an answer for the whole', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    } else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed').subarray(0, 12));
  });
  const fetcher = createHttpFetch(1_000);
  await expect(fetcher(new URL(`${url}/cut`), {})).rejects.toThrow(TypeError);
  await expect(fetcher(new URL(`${url}/packed`), {})).rejects.toThrow(TypeError);
});

it.each(['GZIP', 'x-gzip', 'X-GZip'])('reads an answer that is packed as "%s"', async (encoding) => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync('packed'));
  });
  expect(await (await createHttpFetch(1_000)(new URL(url), {})).text()).toBe('packed');
});

it.each(['plain', 'packed'])('takes no endless answer, %s or not', async (kind) => {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const url = await serve((_, response) => {
    if (kind === 'packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(LONGEST_ANSWER + 1)));
      return;
    }
    const more = () => {
      while (response.write(piece) && !response.destroyed);
    };
    response.on('drain', more).writeHead(200, { 'content-type': 'application/json' });
    more();
  });
  const github = askOf(url, 1_000);
  const tooLarge = { code: 'GITHUB_ANSWER_TOO_LARGE', status: null, retry: 'never' };
  await expect(github.whoami('github.com')).rejects.toMatchObject({ ...tooLarge, ambiguous: false });
  const target = { kind: 'item', ref } as const;
  await expect(github.addReaction(target, '+1')).rejects.toMatchObject({ ...tooLarge, ambiguous: true });
});

it('ends with the reason of its signal, also in the middle of an answer', async () => {
  const begun = new AbortController();
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => begun.abort());
  });
  const stop = new AbortController();
  const asked = createHttpFetch(1_000)(new URL(url), { signal: stop.signal });
  const reason = new Error('the daemon stops');
  begun.signal.addEventListener('abort', () => setTimeout(() => stop.abort(reason), 50));
  await expect(asked).rejects.toBe(reason);
});

it('ends with the reason of its signal', async () => {
  const url = await serve(() => undefined);
  const stop = new AbortController();
  const asked = createHttpFetch(1_000)(new URL(url), { signal: stop.signal });
  const reason = new Error('the daemon stops');
  stop.abort(reason);
  await expect(asked).rejects.toBe(reason);
});
