import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createGithub } from '../create-github.ts';
import { createApiFetch } from './api-fetch.ts';

const servers: Server[] = [];

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it.each([301, 302, 303, 307, 308])('A: a token never follows a %i to another host', async (status) => {
  const heard: string[] = [];
  const elsewhere = await serve((request, response) => {
    heard.push(request.headers.authorization ?? 'nothing');
    response.end('{}');
  });
  const home = await serve((_, response) => response.writeHead(status, { location: `${elsewhere}/user` }).end());
  const github = createGithub({ hosts: { 'github.com': { apiBase: home } }, env: { GH_TOKEN: 'secret-token' } });
  await expect(github.whoami('github.com')).rejects.toMatchObject({ code: 'GITHUB_REDIRECT_REFUSED', retry: 'never' });
  expect(heard).toEqual([]);
});

it('refuses a next page on another host', async () => {
  const heard: string[] = [];
  const elsewhere = await serve((request, response) => {
    heard.push(request.url ?? '');
    response.end('[]');
  });
  const home = await serve((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', link: `<${elsewhere}/x?page=2>; rel="next"` })
      .end('[]');
  });
  const github = createGithub({ hosts: { 'github.com': { apiBase: home } }, env: { GH_TOKEN: 'secret-token' } });
  const ref = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 };
  await expect(github.listComments(ref)).rejects.toMatchObject({ code: 'GITHUB_REDIRECT_REFUSED' });
  expect(heard).toEqual([]);
});

it('follows redirects at home for reads, a few of them, and none for writes', async () => {
  const asked: string[] = [];
  const home = await serve((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url === '/2') response.end('there');
    else response.writeHead(301, { location: request.url === '/1' ? '/2' : '/round' }).end();
  });
  const fetcher = createApiFetch(home, fetch);
  expect(await (await fetcher(`${home}/1`, { method: 'GET' })).text()).toBe('there');
  expect((await fetcher(`${home}/1`, { method: 'POST', body: '{}' })).status).toBe(301);
  expect((await fetcher(`${home}/round`, { method: 'GET' })).status).toBe(301);
  expect(asked.slice(0, 3)).toEqual(['GET /1', 'GET /2', 'POST /1']);
  expect(asked.length).toBeLessThan(8);
});

it('sends the token of a host to that host only, and refuses a host that is not configured', async () => {
  const heard: string[] = [];
  const listen = (name: string) =>
    serve((request, response) => {
      heard.push(`${name}: ${request.headers.authorization ?? 'nothing'}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"login":"me","id":1}');
    });
  const hosts = {
    'github.com': { apiBase: await listen('github.com') },
    'ghe.example': { apiBase: await listen('ghe.example'), tokenEnv: 'GHE' },
  };
  const github = createGithub({ hosts, env: { GH_TOKEN: 'one', GHE: 'two', PATH: '' } });
  await github.whoami('ghe.example');
  await github.whoami('github.com');
  expect(heard).toEqual(['ghe.example: Bearer two', 'github.com: Bearer one']);
  await expect(github.whoami('evil.example')).rejects.toMatchObject({ code: 'GITHUB_HOST_NOT_CONFIGURED' });
});
