import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createGithub } from '../create-github.ts';

const APP = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app' };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Asks about one item of a GitHub that answers so. */
async function asking(item: unknown) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ data: { repository: { databaseId: 77, nameWithOwner: 'octo/app' }, heads: { n0: item } } }),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const github = createGithub({ hosts: { 'github.com': { apiBase } }, env: { GH_TOKEN: 'secret-token' } });
  return (await github.surveyRepository(APP, { pulls: [7], items: [] })).heads;
}

const HEAD = {
  __typename: 'PullRequest',
  state: 'OPEN',
  headRefName: 'topic',
  headRefOid: 'abc',
  isCrossRepository: false,
  commits: { nodes: [] },
};

it('takes the head of a pull request, and passes over an issue', async () => {
  expect(await asking(HEAD)).toEqual(
    new Map([[7, { headRef: 'topic', headSha: 'abc', fromFork: false, results: [] }]]),
  );
  expect(await asking({ __typename: 'Issue' })).toEqual(new Map());
});

it('refuses a pull request that lacks what was asked for, rather than taking it for an issue', async () => {
  await expect(asking({ ...HEAD, headRefOid: undefined })).rejects.toMatchObject({ code: 'GITHUB_MALFORMED_RESPONSE' });
});

it('takes the statuses of the head, and not those that are still waited for', async () => {
  const status = (state: string, more: object = {}) => ({
    ...{ id: `SC_${state}`, context: 'ci/build', state, createdAt: '2026-01-01T00:00:00Z', ...more },
  });
  const contexts = [status('FAILURE', { targetUrl: 'https://ci.example/1', description: 'broken' }), status('PENDING')];
  const answer = await asking({ ...HEAD, commits: { nodes: [{ commit: { status: { contexts } } }] } });
  expect(answer.get(7)?.results).toEqual([
    {
      ...{ kind: 'status', nodeId: 'SC_FAILURE', name: 'ci/build', conclusion: 'failure' },
      ...{ at: '2026-01-01T00:00:00Z', url: 'https://ci.example/1', summary: 'broken' },
    },
  ]);
});
