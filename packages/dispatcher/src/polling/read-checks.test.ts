import { parseRef } from '@the-loop/graph-core';
import { route } from '@the-loop/router';
import { afterEach, expect, it } from 'vitest';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';

const TICKET = parseRef('github:octo/app#1');
const CONTEXT = {
  authorizedUsers: ['alice'],
  ownLogins: [],
  sharedIdentityAccepted: false,
  label: '',
  control: {},
  enabledEvents: [],
  hosts: [],
};
let world: PolledWorld;

/** A ticket with a session, and its pull request. */
async function open(change: Parameters<typeof createPolledWorld>[0] = {}): Promise<string> {
  world = await createPolledWorld(change);
  world.github.createIssue({ as: 'alice', repo: 'octo/app', title: 'A ticket' });
  await world.poll();
  const head = { ref: 'issue-1' };
  const { place } = world.github.openPullRequest({ as: 'alice', repo: 'octo/app', title: 'A change', head });
  await world.poll();
  await world.poll();
  return place;
}

async function bind(): Promise<void> {
  const at = '2026-01-01T00:00:00Z';
  const conversation = { agent: 'scripted', sessionId: 'session', cwd: '/checkout' };
  await world.records.change(TICKET, { kind: 'start', ref: TICKET, at, ...conversation });
  await world.records.change(TICKET, { kind: 'bind', pullRequest: parseRef('github:octo/app#2'), at });
}

const finish = (on: string, conclusion: 'success' | 'failure') => {
  world.clock.advance(1000);
  world.github.finishWorkflow({ as: 'alice', on, name: 'build', conclusion });
};

afterEach(() => world.close());

it('tells once, and as webhooks do, what automation made of the head of a pull request with a session', async () => {
  const change = await open();
  await bind();
  world.github.addWebhook({ url: 'http://127.0.0.1:9/' });
  finish(change, 'failure');
  await world.github.drained();
  const keys = (events: readonly (readonly [string, unknown])[]) =>
    events.map(([event, payload]) => {
      const routing = route({ deliveryId: 'x', event, payload }, CONTEXT);
      return routing.kind === 'routed' ? [routing.event.logicalKey, routing.event.pullRequest] : routing.reason;
    });
  const heard = keys(world.github.deliveries().map(({ event, payload }) => [event, payload]));
  const before = (await world.payloads()).length;
  expect(await world.poll()).toHaveLength(3);
  const rows = (await world.store.inbox.list({ limit: 3 })).reverse();
  const payloads = (await world.payloads()).slice(before);
  const told = keys(rows.map(({ event }, index) => [event, payloads[index]]));
  expect(told.toSorted()).toEqual(heard.toSorted());
  expect(await world.poll()).toEqual([]);
  finish(change, 'success');
  expect(await world.poll()).toHaveLength(3);
});

it('tells of a commit status as webhooks do, and of one that is waited for not at all', async () => {
  const change = await open();
  await bind();
  world.github.addWebhook({ url: 'http://127.0.0.1:9/' });
  const set = (state: 'pending' | 'failure') => {
    world.clock.advance(1000);
    world.github.setStatus({ as: 'alice', on: change, context: 'ci/build', state });
  };
  set('pending');
  expect(await world.poll()).toEqual([]);
  set('failure');
  await world.github.drained();
  expect(await world.poll()).toEqual(['status undefined #0']);
  expect(await world.poll()).toEqual([]);
  const heard = world.github.deliveries().at(-1);
  const told = (await world.payloads()).at(-1);
  const [byWebhook, byPolling] = [heard?.payload, told].map((payload) => {
    const routing = route({ deliveryId: 'x', event: 'status', payload }, CONTEXT);
    if (routing.kind === 'dropped') throw new Error(routing.reason);
    const { logicalKey, links, weak, entity, excerpt } = routing.event;
    return { logicalKey, links, weak, entity, excerpt };
  });
  expect(byPolling).toEqual({ ...byWebhook, excerpt: byPolling?.excerpt });
  expect(byPolling?.links.map(({ ref }) => ref.number)).toEqual([1]);
});

it('looks at no head without a session', async () => {
  finish(await open(), 'failure');
  const before = world.github.requests().length;
  expect(await world.poll()).toEqual([]);
  expect(
    world.github
      .requests()
      .slice(before)
      .map(({ path }) => path),
  ).not.toContain('/graphql');
});

it('takes in only the events that are wanted', async () => {
  const change = await open({ events: ['issues', 'pull_request', 'workflow_run'] });
  await bind();
  finish(change, 'failure');
  expect(await world.poll()).toEqual(['workflow_run completed #0']);
});

it('costs one request more for all heads together, and none of its faults holds up the rest', async () => {
  const change = await open();
  await bind();
  const before = world.github.requests().length;
  await world.poll();
  expect(world.github.requests().length - before).toBe(4);
  finish(change, 'failure');
  const over = world.github.fail({ match: { path: '/graphql' }, behaviour: 'server-error', times: 50 });
  world.github.comment({ as: 'alice', on: 'octo/app#1', body: 'a word' });
  expect(await world.poll()).toEqual(['issue_comment created #1: a word']);
  over();
  expect(await world.poll()).toHaveLength(3);
}, 60_000);
