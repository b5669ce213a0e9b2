import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { operations } from '@the-loop/operations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';
import { type TheLoopOptions } from '../the-loop-options.ts';

let stage: Stage;
let theLoop: TheLoop;
let agentToken: string;
let checkout: string;

const state = () => readFileSync(path.join(checkout, 'docs/specs/issue-1/graph-state.json'), 'utf8');
const post = (route: string, body: unknown, token?: string | null) =>
  stage.ask(theLoop, `/api/v1/${route}`, { body, ...(token === undefined ? {} : { token }) });

/** The token of an agent is good while its turn runs: this one stays until the folder of the stage goes. */
function withPatientAgent({ options }: Stage): TheLoopOptions {
  const { sessions } = options.config;
  const { brief } = sessions.agents;
  if (brief === undefined) throw new Error('the stage has no agent');
  const stay =
    "; const fs = require('node:fs'); setInterval(() => fs.existsSync(process.env.TOKEN_FILE) || process.exit(), 100)";
  const command = brief.command.map((word, index) => (index === 2 ? word + stay : word));
  const agents = { ...sessions.agents, brief: { ...brief, command } };
  return { ...options, config: { ...options.config, sessions: { ...sessions, agents } } };
}

/** One driven item whose agent is at work. */
beforeAll(async () => {
  stage = await createStage();
  theLoop = await stage.start(withPatientAgent(stage));
  const { place } = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' });
  stage.github.comment({ as: 'alice', on: place, body: 'the-loop do — add a dark mode' });
  await vi.waitFor(() => expect(existsSync(stage.tokenFile)).toBe(true), { timeout: 15_000, interval: 25 });
  await vi.waitFor(() => expect(readFileSync(stage.tokenFile, 'utf8')).not.toBe(''), { timeout: 5000, interval: 25 });
  agentToken = readFileSync(stage.tokenFile, 'utf8');
  const prepared = await stage.ask(theLoop, '/api/v1/events?limit=500');
  checkout = prepared.body.events.find(({ event }) => event === 'workspace.prepared')?.checkout ?? '';
}, 40_000);
afterAll(() => stage.close());

describe('a signed webhook', () => {
  it('leads to a driven item', async () => {
    const { status, body } = await stage.ask(theLoop, '/api/v1/status');
    expect(status).toBe(200);
    expect(body.items).toEqual([{ ref: 'github:acme/app#1', status: 'active', node: 'work', pullRequests: 0 }]);
    expect(body.deliveries).toMatchObject({ dead: 0 });
  });

  it('A1: with a wrong signature leads to nothing', async () => {
    const deliveries = async () => (await stage.ask(theLoop, '/api/v1/status')).body.deliveries;
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject({ open: 0 }), { timeout: 10_000 });
    const before = await deliveries();
    const answer = await fetch(`${theLoop.url}/gh-webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': '00000000-0000-4000-8000-000000000000',
        'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
      },
      body: '{}',
    });
    expect(answer.status).toBe(401);
    expect((await stage.ask(theLoop, '/api/v1/status')).body.deliveries).toEqual(before);
  });
});

describe('the API', () => {
  const routes = ['/api/v1/status', '/api/v1/events'];

  it.each(routes)('A19: %s is not answered without a token, or with a wrong one', async (route) => {
    for (const token of [null, 'wrong', 'tla_wrong', `${agentToken}x`, `${agentToken.split('.')[0]}.other`]) {
      expect(await stage.ask(theLoop, route, { token })).toMatchObject({
        status: 401,
        body: { error: { code: 'SERVICE_UNAUTHENTICATED' } },
      });
    }
  });

  it.each([...operations.values()])('A19: $name is not answered without a token', async ({ name }) => {
    const before = state();
    expect((await post(name.replace('.', '/'), { item: 'issue-1' }, null)).status).toBe(401);
    expect(state()).toBe(before);
  });

  it('A19: does not answer for another name, or a page of another origin', async () => {
    expect(await withHost('evil.example')).toBe(421);
    expect(await withHost(new URL(theLoop.url).host)).toBe(200);
    expect(await withHost('localhost')).toBe(200);
    for (const origin of ['https://evil.example', 'null', theLoop.url]) {
      expect(await stage.ask(theLoop, '/api/v1/status', { headers: { origin } })).toMatchObject({ status: 403 });
    }
  });

  it('says in one shape what is wrong with a request', async () => {
    expect(await post('graph/status', '{"item":')).toEqual({
      status: 400,
      body: { error: { code: 'SERVICE_REQUEST_INVALID', message: 'the body is not JSON' } },
    });
    expect(await post('graph/status', JSON.stringify({ item: 'a'.repeat(1 << 20) }))).toMatchObject({ status: 413 });
    expect(await post('graph/status', [])).toMatchObject({
      status: 400,
      body: { error: { code: 'OPERATION_INPUT_INVALID' } },
    });
    expect(await post('graph/nothing', {})).toMatchObject({ status: 404 });
    expect(await post('check', { all: true })).toMatchObject({
      status: 404,
      body: { error: { code: 'SERVICE_ITEM_UNKNOWN' } },
    });
    expect(await post('graph/status', { item: 'issue-2' })).toMatchObject({
      status: 404,
      body: { error: { code: 'SERVICE_ITEM_UNKNOWN' } },
    });
  });

  it('answers with result, text and exit code', async () => {
    expect(await post('graph/status', { item: 'issue-1' })).toMatchObject({
      status: 200,
      body: { exitCode: expect.any(Number), text: expect.stringContaining('work'), result: { currentNode: 'work' } },
    });
    expect(await post('graph/status', { item: 'issue-1', repo: 'acme/other' })).toMatchObject({ status: 404 });
  });
});

describe('the id of an item over HTTP', () => {
  const about = [...operations.values()].filter(
    ({ name, parameters }) => /^(?:graph|gate|check)\b/.test(name) && parameters.some(({ key }) => key === 'item'),
  );

  it.each(about)('A8: $name refuses what is no plain name, and writes nothing', async ({ name }) => {
    const before = state();
    for (const item of ['../../../evil', '', 'a'.repeat(101), '..', 'issue-1/../issue-1']) {
      const given = { item, answer: 'approve', reason: 'r', to: 'complete', node: ['review'] };
      for (const token of [undefined, agentToken]) {
        const { status, body } = await post(name.replace('.', '/'), given, token);
        expect([400, 403]).toContain(status);
        expect(['OPERATION_INPUT_INVALID', 'SERVICE_FORBIDDEN']).toContain(body.error.code);
      }
    }
    expect(state()).toBe(before);
    expect(existsSync(path.join(stage.folder, 'evil'))).toBe(false);
  });
});

describe("an agent's token", () => {
  it.each([
    'graph/force',
    'graph/skip',
    'graph/unskip',
    'graph/abandon',
    'graph/migrate',
    'gate/answer',
    'graph/advance',
    'graph/start',
    'graph/run',
  ])('A19: cannot %s, and moves nothing', async (route) => {
    const before = state();
    const given = { item: 'issue-1', to: 'complete', reason: 'r', node: ['review'], answer: 'approve' };
    expect(await post(route, given, agentToken)).toMatchObject({
      status: 403,
      body: { error: { code: 'SERVICE_FORBIDDEN' } },
    });
    expect(state()).toBe(before);
  });

  it('A19: reads neither events nor the list of items', async () => {
    for (const route of ['/api/v1/status', '/api/v1/events']) {
      expect(await stage.ask(theLoop, route, { token: agentToken })).toMatchObject({ status: 403 });
    }
    expect(await post('events', {}, agentToken)).toMatchObject({ status: 403 });
  });

  it('records a pull request as delivering its own item, and of nobody else', async () => {
    const ask = (item: string) => post('sessions/link-pr', { item, pullRequest: '77' }, agentToken);
    expect(await ask('issue-2')).toMatchObject({ status: 403, body: { error: { code: 'SERVICE_FORBIDDEN' } } });
    expect(await ask('acme/other#1')).toMatchObject({ status: 403 });
    expect(await ask('issue-1')).toMatchObject({ status: 200, body: { result: { outcome: 'bound' } } });
    expect(await ask('acme/app#1')).toMatchObject({ status: 200, body: { result: { outcome: 'known' } } });
    const unlink = { item: 'issue-1', pullRequest: '77' };
    expect(await post('sessions/unlink-pr', unlink, agentToken)).toMatchObject({ status: 403 });
    expect(await post('sessions/unlink-pr', unlink)).toMatchObject({ status: 200 });
  });

  it('A19: is good for its own item only, and posts nowhere else', async () => {
    const before = stage.github.writes().length;
    const elsewhere = [
      ['graph/status', { item: 'issue-2' }],
      ['graph/complete', { item: 'issue-2' }],
      ['graph/complete', { item: 'issue-1', ref: 'github:acme/other#7' }],
      ['check', { all: true }],
    ] as const;
    for (const [route, body] of elsewhere) {
      expect(await post(route, body, agentToken), route).toMatchObject({
        status: 403,
        body: { error: { code: 'SERVICE_FORBIDDEN', message: 'an agent acts on its own item only' } },
      });
    }
    expect(stage.github.writes()).toHaveLength(before);
    expect(await post('graph/status', { item: 'issue-1' }, agentToken)).toMatchObject({ status: 200 });
  });
});

describe('what a person does through the service', () => {
  const force = (to: string, headers: Readonly<Record<string, string>>) =>
    stage.ask(theLoop, '/api/v1/graph/force', { body: { item: 'issue-1', to, reason: 'r' }, headers });
  const forced = () => {
    const { facts } = JSON.parse(state()) as {
      readonly facts: readonly { readonly kind: string; readonly by?: unknown }[];
    };
    return facts.findLast(({ kind }) => kind === 'forced')?.by;
  };

  it('is recorded by the OS user that the command names, and by the operator when it names none', async () => {
    expect(await force('review', { 'the-loop-user': 'alice' })).toMatchObject({ status: 200 });
    expect(forced()).toMatchObject({ login: 'alice' });
    expect(await force('complete', { 'the-loop-user': 'not a name' })).toMatchObject({ status: 200 });
    expect(forced()).toMatchObject({ login: 'operator' });
  });
});

/** `fetch` does not let a caller set Host. */
function withHost(host: string): Promise<number> {
  const { hostname, port } = new URL(theLoop.url);
  const token = readFileSync(path.join(stage.stateRoot, 'operator-token'), 'utf8').trim();
  return new Promise((resolve, reject) => {
    request(
      { hostname, port, path: '/api/v1/status', headers: { host, authorization: `Bearer ${token}` } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .on('error', reject)
      .end();
  });
}
