import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postJson } from './post-json.ts';

let server: Server;
let url: string;
const asked: string[] = [];

beforeEach(async () => {
  server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => asked.push(chunk.toString()));
    if (request.url === '/answers') request.on('end', () => response.writeHead(201).end('läuft'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

it('posts a body and reads what is answered', async () => {
  const posted = await postJson(`${url}/answers`, { headers: {}, body: { ä: 1 }, timeoutMs: 5000 });
  expect(posted).toEqual({ status: 201, isOk: true, text: 'läuft' });
  expect(asked).toEqual(['{"ä":1}']);
});

it('gives up on an answer that does not come in its time', async () => {
  const posted = postJson(`${url}/hangs`, { headers: {}, body: {}, timeoutMs: 20 });
  await expect(posted).rejects.toMatchObject({ name: 'AbortError' });
});
