import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Webhooks } from '@octokit/webhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GithubEmulator, startGithubEmulator } from './emulator.ts';

const SECRET = 'a secret';
const TOKEN = 'token-of-octo-bot';
let github: GithubEmulator;
let receiver: Server;
let received: { headers: Record<string, string | string[] | undefined>; body: string }[];
let answerWith: number;

beforeEach(async () => {
  received = [];
  answerWith = 202;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(answerWith).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  github = await startGithubEmulator({
    users: { [TOKEN]: 'octo-bot', 'token-of-alice': 'alice' },
    webhooks: [{ url: `http://127.0.0.1:${port}/hook`, secret: SECRET }],
  });
  github.createRepository('octo/app');
});

afterEach(async () => {
  await github.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function call(
  method: string,
  path: string,
  { body, token = TOKEN, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${github.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
}

describe('webhooks', () => {
  it('signs each delivery so that @octokit/webhooks accepts it, in the order of the acts', async () => {
    const { place } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One', body: 'first' });
    github.comment({ as: 'alice', on: place, body: 'the-loop start \u2713' });
    github.closeIssue({ as: 'alice', on: place });
    await github.drained();
    expect(received.map(({ headers }) => headers['x-github-event'])).toEqual(['issues', 'issue_comment', 'issues']);
    const webhooks = new Webhooks({ secret: SECRET });
    for (const { headers, body } of received) {
      await expect(webhooks.verify(body, String(headers['x-hub-signature-256']))).resolves.toBe(true);
      expect(headers['x-github-delivery']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
      expect(headers['user-agent']).toMatch(/^GitHub-Hookshot\//);
      expect(headers['x-github-hook-id']).toMatch(/^\d+$/);
    }
  });

  it('redelivers the same bytes under the same guid and never by itself', async () => {
    answerWith = 500;
    github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    await github.drained();
    expect(github.deliveries().map(({ status }) => status)).toEqual([500]);
    answerWith = 202;
    const [first] = github.deliveries();
    github.redeliver(first?.guid ?? '');
    await github.drained();
    expect(received[1]).toMatchObject({ body: received[0]?.body });
    expect(received[1]?.headers['x-github-delivery']).toBe(received[0]?.headers['x-github-delivery']);
    expect(github.deliveries()[1]).toMatchObject({ redelivery: true, status: 202, guid: first?.guid ?? '' });
  });

  it('keeps a delivery log that the API lists and redelivers from', async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    await github.drained();
    const [hook] = (await call('GET', '/repos/octo/app/hooks')).json;
    const [delivery] = (await call('GET', `/repos/octo/app/hooks/${hook.id}/deliveries`)).json;
    expect(delivery).toMatchObject({ event: 'issues', action: 'opened', status_code: 0, redelivery: false });
    const again = await call('POST', `/repos/octo/app/hooks/${hook.id}/deliveries/${delivery.id}/attempts`);
    expect(again.status).toBe(202);
    await github.drained();
    expect(github.deliveries()).toHaveLength(2);
  });

  it('names the editor as sender when someone edits a comment of another', async () => {
    const { place } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    const { id } = github.comment({ as: 'octo-bot', on: place, body: '- [ ] design' });
    github.editComment({ as: 'mallory', id, body: '- [x] design' });
    await github.drained();
    expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({
      action: 'edited',
      sender: { login: 'mallory' },
      comment: { user: { login: 'octo-bot' }, body: '- [x] design' },
      changes: { body: { from: '- [ ] design' } },
    });
  });
});

describe('merging', () => {
  const openPull = (body: string, base = 'main') => {
    const { place: ticket } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'Ticket' });
    const pull = github.openPullRequest({
      as: 'octo-bot',
      repo: 'octo/app',
      title: 'Pull',
      body: body.replace('{ticket}', ticket.slice(ticket.indexOf('#'))),
      head: { ref: 'issue-1' },
      base: { ref: base },
    });
    return { ticket, pull };
  };

  it('closes the ticket that the body closes, in the name of whoever merged', async () => {
    const { ticket, pull } = openPull('Closes {ticket}');
    github.merge({ as: 'alice', on: pull.place });
    await github.drained();
    expect(github.issue(ticket)).toMatchObject({ state: 'closed', stateReason: 'completed', closedBy: 'alice' });
    const closed = github.deliveries().filter(({ action }) => action === 'closed');
    expect(closed.map(({ event }) => event)).toEqual(['pull_request', 'issues']);
    expect(closed[0]?.payload).toMatchObject({ pull_request: { merged: true, merged_by: { login: 'alice' } } });
    expect(closed[1]?.payload).toMatchObject({ sender: { login: 'alice' }, issue: { state_reason: 'completed' } });
  });

  it.each([
    ['a keyword inside a code fence', '```\nCloses {ticket}\n```', 'main'],
    ['a keyword inside an HTML comment', '<!-- Closes {ticket} -->', 'main'],
    ['no keyword', 'see {ticket}', 'main'],
    ['a base that is not the default branch', 'Closes {ticket}', 'develop'],
  ])('leaves the ticket open for %s', (_, body, base) => {
    const { ticket, pull } = openPull(body, base);
    github.merge({ as: 'alice', on: pull.place });
    expect(github.issue(ticket).state).toBe('open');
  });

  it('refuses a merge at another head, and of a draft', async () => {
    const { pull } = openPull('x');
    const path = `/repos/octo/app/pulls/${pull.number}/merge`;
    expect((await call('PUT', path, { body: { sha: '0'.repeat(40) } })).status).toBe(409);
    github.setDraft({ as: 'octo-bot', on: pull.place, draft: true });
    expect((await call('PUT', path)).status).toBe(405);
    expect(github.writes().map(({ status, applied }) => [status, applied])).toEqual([
      [409, false],
      [405, false],
    ]);
  });
});

describe('the API', () => {
  it('knows who asks by the token, and records each write with its author', async () => {
    const { place, number } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    const made = await call('POST', `/repos/octo/app/issues/${number}/comments`, { body: { body: 'hello' } });
    expect(made.status).toBe(201);
    expect(made.json.user.login).toBe('octo-bot');
    expect(
      (await call('POST', `/repos/octo/app/issues/${number}/comments`, { body: { body: 'x' }, token: 'nobody' }))
        .status,
    ).toBe(401);
    expect(github.comments(place).map(({ author, body }) => [author, body])).toEqual([['octo-bot', 'hello']]);
    expect(github.writes()).toMatchObject([
      { operation: 'add-comment', login: 'octo-bot', body: { body: 'hello' }, status: 201, applied: true },
      { login: '', status: 401, applied: false },
    ]);
  });

  it('pages lists with Link headers that lead back to itself', async () => {
    const { place } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    for (let index = 1; index <= 5; index += 1) github.comment({ as: 'alice', on: place, body: `c${index}` });
    const bodies: string[] = [];
    let next: string | undefined = `${github.url}/repos/octo/app/issues/1/comments?per_page=2`;
    while (next !== undefined) {
      const page: Response = await fetch(next, { headers: { authorization: `token ${TOKEN}` } });
      bodies.push(...((await page.json()) as { body: string }[]).map(({ body }) => body));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(bodies).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
  });

  it('answers 304 while a list is unchanged, and 200 after an act', async () => {
    const { place } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    const first = await call('GET', '/repos/octo/app/issues/comments');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await call('GET', '/repos/octo/app/issues/comments', { headers })).status).toBe(304);
    github.comment({ as: 'alice', on: place, body: 'new' });
    expect((await call('GET', '/repos/octo/app/issues/comments', { headers })).status).toBe(200);
  });

  it('answers 301 for a transferred issue and for a renamed repository, 410 for a deleted issue', async () => {
    github.createRepository('octo/other');
    const { place } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    const gone = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'Two' });
    github.transferIssue({ as: 'alice', on: place, to: 'octo/other' });
    github.deleteIssue({ as: 'alice', on: gone.place });
    const moved = await call('GET', '/repos/octo/app/issues/1');
    expect(moved.status).toBe(301);
    const target = await fetch(moved.headers.get('location') ?? '', { headers: { authorization: `token ${TOKEN}` } });
    expect(await target.json()).toMatchObject({ html_url: 'https://github.com/octo/other/issues/1' });
    expect((await call('GET', '/repos/octo/app/issues/2')).status).toBe(410);
    github.renameRepository({ from: 'octo/other', to: 'octo/better' });
    const renamed = await call('GET', '/repos/octo/other/issues/1');
    expect(renamed.headers.get('location')).toMatch(/\/api\/v3\/repositories\/\d+\/issues\/1$/);
  });

  it('refuses what GitHub refuses', async () => {
    const pull = github.openPullRequest({ as: 'octo-bot', repo: 'octo/app', title: 'P', head: { ref: 'b' } });
    const path = `/repos/octo/app/pulls/${pull.number}`;
    expect((await call('POST', `${path}/reviews`, { body: { event: 'APPROVE' } })).status).toBe(422);
    expect((await call('POST', `${path}/requested_reviewers`, { body: { reviewers: ['octo-bot'] } })).status).toBe(422);
    expect((await call('POST', `/repos/octo/app/issues/${pull.number}/comments`, { body: { body: ' ' } })).status).toBe(
      422,
    );
    expect(
      (await call('POST', `/repos/octo/app/issues/${pull.number}/comments`, { body: { body: 'x'.repeat(65_537) } }))
        .status,
    ).toBe(422);
    expect((await call('GET', '/repos/octo/app/issues/99')).status).toBe(404);
    expect(github.comments(pull.place)).toEqual([]);
  });
});

describe('faults', () => {
  const path = '/repos/octo/app/issues/1/comments';
  const post = () => call('POST', path, { body: { body: 'hello' } });

  it('hits the first N matching requests and no others', async () => {
    github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    github.fail({ match: { operation: 'add-comment' }, behaviour: 'server-error', times: 2 });
    expect((await call('GET', '/user')).status).toBe(200);
    expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([500, 500, 201]);
    expect(github.comments('octo/app#1')).toHaveLength(1);
  });

  it.each([
    ['reset-before', 0],
    ['reset-after', 1],
    ['truncated', 1],
    ['cut', 1],
  ] as const)('%s: the caller sees no answer, and %i write took place', async (behaviour, applied) => {
    github.createIssue({ as: 'alice', repo: 'octo/app', title: 'One' });
    github.fail({ match: { method: 'POST' }, behaviour });
    await expect(post()).rejects.toThrow();
    expect(github.comments('octo/app#1')).toHaveLength(applied);
    expect(github.writes()).toMatchObject([{ operation: 'add-comment', applied: applied === 1 }]);
  });
});
