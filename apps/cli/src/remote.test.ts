import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { graphComplete } from '@the-loop/operations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invokeRemotely, type RemoteService } from './remote.ts';

let server: Server;
let service: RemoteService;
let asked: unknown[];
let answer: { readonly status: number; readonly body: string };

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, headers } = request;
      asked.push({ url, token: headers.authorization, input: JSON.parse(Buffer.concat(chunks).toString()) as unknown });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  service = { url: `http://127.0.0.1:${port}`, token: 't' };
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const claimed = {
  node: 'work',
  status: 'block',
  outcome: '',
  moved: false,
  currentNode: 'work',
  messages: [],
  reason: '',
  warnings: [],
};

describe('a service that is asked', () => {
  it('gets the input without the folder, and with the repository that is meant', async () => {
    answer = { status: 200, body: JSON.stringify({ result: claimed }) };
    const input = { item: 'issue-1', repo: '/a/folder' };
    const told = await invokeRemotely(service, graphComplete, input);
    expect(told).toMatchObject({ exitCode: 0, result: claimed });
    expect(JSON.parse(told.text)).toMatchObject({ status: 'block' });
    await invokeRemotely({ ...service, repo: 'acme/app' }, graphComplete, input);
    expect(asked).toEqual([
      { url: '/api/v1/graph/complete', token: 'Bearer t', input: { item: 'issue-1' } },
      { url: '/api/v1/graph/complete', token: 'Bearer t', input: { item: 'issue-1', repo: 'acme/app' } },
    ]);
  });

  it('answers with its own fault', async () => {
    const error = {
      code: 'SERVICE_ITEM_UNKNOWN',
      message: 'the service drives no item issue-1',
      remedy: 'the-loop status',
    };
    answer = { status: 404, body: JSON.stringify({ error }) };
    await expect(invokeRemotely(service, graphComplete, { item: 'issue-1' })).rejects.toMatchObject(error);
  });

  it.each([
    [500, 'no JSON'],
    [502, '{}'],
    [200, '[]'],
  ])('and answers %i %s has a fault of its own', async (status, body) => {
    answer = { status, body };
    await expect(invokeRemotely(service, graphComplete, { item: 'issue-1' })).rejects.toMatchObject({
      code: 'SERVICE_FAULT',
      message: `the service answered ${status}`,
    });
  });

  it('and is not there is named as such', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(invokeRemotely(service, graphComplete, { item: 'issue-1' })).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      remedy: 'the-loop status',
    });
  });
});
