import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createRecorder } from '@the-loop/events';
import { createGithub } from '@the-loop/integrations-github';
import { createMemoryStore } from '@the-loop/store';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createGapFiller, type GapFiller } from './create-gap-filler.ts';
import { readGapFill } from './gap-fill-record.ts';

const REPOSITORY = { host: 'github.com', owner: 'octo', repo: 'app' };
const clock = createVirtualClock();
const recorder = createRecorder();
const store = createMemoryStore({ now: () => new Date(clock.now()) });
let github: GithubEmulator;
let receiver: Server;
let answers = 202;
let url = '';
let filler: GapFiller;

beforeEach(async () => {
  answers = 202;
  receiver = createServer((_, response) => response.writeHead(answers).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/gh-webhook`;
  github = await startGithubEmulator({
    users: { token: 'the-loop[bot]' },
    now: () => clock.now(),
    webhooks: [{ url }],
  });
  github.createRepository('octo/app');
  filler = createGapFiller({
    ports: {
      github: createGithub({
        hosts: { 'github.com': { apiBase: github.url, transport: 'api' } },
        env: { GH_TOKEN: 'token' },
      }),
      inbox: store.inbox,
      store: store.records,
      emit: recorder.emit,
      clock,
    },
    repositories: [REPOSITORY],
    url: () => url,
    intervalMs: 300_000,
  });
});

afterEach(async () => {
  await filler.stop();
  await github.close();
  await new Promise((resolve) => receiver.close(resolve));
  recorder.clear();
  for (const { key, revision } of await store.records.list('gap-fill'))
    await store.records.remove('gap-fill', key, revision);
});

const issue = async (status: number) => {
  clock.advance(1000);
  answers = status;
  github.createIssue({ as: 'alice', repo: 'octo/app', title: 'A ticket' });
  await github.drained();
};
const look = async () => {
  clock.advance(1000);
  answers = 202;
  await filler.look();
  await github.drained();
};
const statuses = () =>
  github.deliveries().map(({ redelivery, status }) => `${redelivery ? 'again ' : ''}${status ?? '?'}`);
const watermark = async () => (await readGapFill(store.records, 'github.com/octo/app'))?.watermark;

it('asks for nothing that was lost before it was there', async () => {
  await issue(500);
  await look();
  expect(statuses()).toEqual(['500']);
});

it('asks once for what was lost since, under its own id, and moves its watermark behind what came through', async () => {
  await issue(202);
  await look();
  const first = await watermark();
  await issue(500);
  await issue(202);
  await look();
  expect(statuses()).toEqual(['202', '500', '202', 'again 202']);
  const [, lost, , again] = github.deliveries();
  expect(again?.guid).toBe(lost?.guid);
  expect(recorder.events).toMatchObject([{ event: 'poll.gap_filled', repository: 'octo/app', missing: 1 }]);
  await look();
  expect(statuses()).toHaveLength(4);
  expect(Date.parse((await watermark()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});

it('asks again for what is still lost, and gives it up in the end', async () => {
  await look();
  await issue(500);
  for (let count = 0; count < 8; count += 1) {
    clock.advance(1000);
    answers = 500;
    await filler.look();
    await github.drained();
  }
  expect(statuses()).toEqual(['500', 'again 500', 'again 500', 'again 500', 'again 500']);
});

it('does not ask for what arrived although its answer got lost', async () => {
  await look();
  await issue(500);
  const [lost] = github.deliveries();
  const body = new Uint8Array();
  await store.inbox.accept([
    {
      ...{ host: 'github.com', hook: '1', guid: lost?.guid ?? '', event: 'issues', source: 'webhook' },
      ...{ receivedAt: 0, body, bodyDigest: 'x' },
    },
  ]);
  await look();
  expect(statuses()).toEqual(['500']);
});

it.each([
  ['forbidden', 'GITHUB_FORBIDDEN'],
  ['not-found', 'GITHUB_NOT_FOUND'],
] as const)('says once that a log may not be read (%s)', async (behaviour, reason) => {
  const over = github.fail({ match: { operation: 'list-hooks' }, behaviour, times: 10 });
  await look();
  await look();
  expect(recorder.events).toMatchObject([{ event: 'poll.gap_fill_unavailable', reason }]);
  expect(await readGapFill(store.records, 'github.com/octo/app')).toMatchObject({ unavailable: reason });
  over();
  await look();
  expect(await readGapFill(store.records, 'github.com/octo/app')).toMatchObject({ unavailable: '' });
});

it('says that no webhook posts here', async () => {
  url = 'https://elsewhere.example/hook';
  await look();
  expect(recorder.events).toMatchObject([
    { event: 'poll.gap_fill_unavailable', reason: 'the repository has no webhook that posts here' },
  ]);
});

it('tries again later what GitHub could not answer', async () => {
  await look();
  await issue(500);
  const over = github.fail({ match: { operation: 'list-deliveries' }, behaviour: 'invalid', times: 10 });
  await look();
  expect(recorder.events).toMatchObject([{ event: 'poll.provider_error', provider: 'github-deliveries' }]);
  over();
  await look();
  expect(statuses()).toEqual(['500', 'again 202']);
});
