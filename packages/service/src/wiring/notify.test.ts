import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { defaultOperatorConfig, type OperatorConfig } from '@the-loop/config';
import { createRecorder } from '@the-loop/events';
import { type NotifyEffect } from '@the-loop/graph-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notify } from './notify.ts';

interface Got {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: unknown;
}

const SECRET = '/services/T000/B000/s3cr3t';
const EFFECT: NotifyEffect = {
  kind: 'notify',
  event: 'phase-approval-pending',
  roles: ['approver', 'qa'],
  text: 'issue-7 waits for an approval at review',
};

let server: Server;
let url: string;
let got: Got[];
/** Statuses of the next answers; 200 when none is left. */
let answers: number[];

beforeEach(async () => {
  got = [];
  answers = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
      got.push({ method, path, type: headers['content-type'] ?? '', body });
      response.writeHead(answers.shift() ?? 200).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${SECRET}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function told(channels: OperatorConfig['notifications']['channels'], environment: Record<string, string> = {}) {
  const recorder = createRecorder();
  const config = { ...defaultOperatorConfig, notifications: { ...defaultOperatorConfig.notifications, channels } };
  const options = { config, environment: { TEAM_URL: url, ...environment }, emit: recorder.emit, fetch, waits: [1, 1] };
  return notify(options, 'github:acme/app#7', EFFECT).then((answer) => ({ answer, recorder }));
}

const team = { kind: 'webhook', name: 'team', urlEnv: 'TEAM_URL' } as const;

it('posts a text as Slack and Teams take it, to the address in the environment, which no event repeats', async () => {
  const { answer, recorder } = await told([team]);
  expect(answer).toEqual({ kind: 'told' });
  const text = 'issue-7 waits for an approval at review (approver, qa)';
  expect(got).toEqual([{ method: 'POST', path: SECRET, type: 'application/json', body: { text } }]);
  expect(recorder.of('channel.posted')).toMatchObject([{ channel: 'team', work_item: 'github:acme/app#7' }]);
  expect(JSON.stringify(recorder.events)).not.toContain('s3cr3t');
});

it('tells over the channels that want the event, of which one is enough', async () => {
  const other = { ...team, name: 'other', events: ['work-item-complete' as const] };
  const broken = { ...team, name: 'broken', urlEnv: 'NO_URL' };
  const { answer, recorder } = await told([other, broken, { kind: 'log', name: 'log' }]);
  expect(answer).toEqual({ kind: 'told' });
  expect(got).toEqual([]);
  expect(recorder.of('channel.post_failed')).toMatchObject([{ channel: 'broken', error: 'NO_URL is not set' }]);
  expect(recorder.of('channel.posted')).toMatchObject([{ channel: 'log' }]);
});

it('has told everybody where there is nobody to tell', async () => {
  expect((await told([])).answer).toEqual({ kind: 'told' });
});

it.each([
  { what: '503 once', statuses: [503], posts: 2, fault: null },
  { what: '429 twice', statuses: [429, 429], posts: 3, fault: null },
  { what: '500 and no end', statuses: [500, 500, 500, 500], posts: 3, fault: 'team: the channel refused it (500)' },
  { what: '404', statuses: [404], posts: 1, fault: 'team: the channel refused it (404)' },
])('after $what', async ({ statuses, posts, fault }) => {
  answers = [...statuses];
  const { answer, recorder } = await told([team]);
  expect(got).toHaveLength(posts);
  const error = `nobody could be told of phase-approval-pending: ${fault ?? ''}`;
  expect(answer).toEqual(fault === null ? { kind: 'told' } : { kind: 'unheard', error });
  expect(recorder.of('channel.post_failed')).toHaveLength(fault === null ? 0 : 1);
});

it.each([
  ['http://127.0.0.1:1/s3cr3t', 'team: the channel could not be reached'],
  ['s3cr3t', 'team: TEAM_URL holds no address'],
])('says what is wrong with "%s" without repeating it', async (address, error) => {
  const { answer, recorder } = await told([team], { TEAM_URL: address });
  expect(answer).toEqual({ kind: 'unheard', error: `nobody could be told of phase-approval-pending: ${error}` });
  expect(JSON.stringify([answer, recorder.events])).not.toContain('s3cr3t');
});
