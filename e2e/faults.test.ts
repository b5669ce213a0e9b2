import { expect, it } from 'vitest';
import { type Stage } from '../apps/cli/src/demo/stage.ts';
import { expectOnce, ownComments } from './stage/expect-once.ts';
import { openStage } from './stage/open-stage.ts';
import { runCommand } from './stage/run-command.ts';

type Behaviour = Parameters<Stage['world']['github']['fail']>[0]['behaviour'];

const REQUEST = '### issue-N: `review` waits for a person';
/** The host may be asked again: each of these strikes the first two tries of the comment. */
const PASSING: Readonly<Record<string, () => Behaviour>> = {
  '403 with a limit that is reset': () => ({
    kind: 'status',
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1) },
    body: { message: 'API rate limit exceeded.' },
  }),
  '403 that asks to wait': () => 'secondary-limit',
  '401, until the token is good again': () => 'unauthorized',
  '429': () => 'too-many',
  '500': () => 'server-error',
  '502': () => 'bad-gateway',
  '502 after the write': () => 'lost-answer',
  '503': () => 'unavailable',
  'a slow answer': () => ({ kind: 'delay', ms: 1500 }),
  'truncated JSON after the write': () => 'truncated',
  'an answer that breaks off after the write': () => 'cut',
  'a reset before the write': () => 'reset-before',
  'a reset after the write': () => 'reset-after',
};
/** The host has said no. */
const REFUSALS: Readonly<Record<string, () => Behaviour>> = {
  '301': () => 'moved',
  '403 without a limit': () => 'forbidden',
  '404': () => 'not-found',
  '410': () => 'gone',
  '422': () => 'invalid',
};

interface Ticket {
  readonly fault: string;
  readonly item: string;
}

/** A ticket per fault; the fault strikes the first writes of a comment on that ticket. */
function openTickets(stage: Stage, faults: typeof PASSING, times: number): readonly Ticket[] {
  const { github } = stage.world;
  return Object.entries(faults).map(([fault, behaviour]) => {
    const item = github.createIssue({ as: 'alice', repo: 'acme/app', title: fault }).place;
    const path = `/repos/acme/app/issues/${item.split('#')[1] ?? ''}/comments`;
    github.fail({ match: { operation: 'add-comment', path }, behaviour: behaviour(), times });
    stage.say('alice', item, 'the-loop do — add a line');
    return { fault, item };
  });
}

/** The person need not wait for the question: the gate takes the answer, and the ticket goes on. */
async function finish(stage: Stage, tickets: readonly Ticket[]): Promise<void> {
  for (const { item } of tickets) stage.say('alice', item, 'lgtm');
  await Promise.all(tickets.map(({ item }) => stage.entered({ item }, 'complete')));
}

function requestsOn(stage: Stage, { item }: Ticket): readonly string[] {
  return ownComments(stage, item).map((line) => line.replace(/issue-\d+/, 'issue-N'));
}

it('after every fault that passes, each comment is there once', async () => {
  const stage = await openStage();
  const tickets = openTickets(stage, PASSING, 2);
  await Promise.all(tickets.map(({ item }) => stage.entered({ item }, 'review')));
  await stage.feed.waitUntil(
    (events) => events.filter(isCommentEnd).length >= tickets.length,
    'every comment being made',
    60_000,
  );
  await finish(stage, tickets);
  expect(tickets.map((ticket) => [ticket.fault, requestsOn(stage, ticket)])).toEqual(
    tickets.map(({ fault }) => [fault, [REQUEST]]),
  );
  expectOnce(
    stage,
    tickets.map(({ item }) => item),
  );
  expect(stage.feed.events.filter(({ event }) => event === 'outbox.dead')).toEqual([]);
});

it('after a definite refusal one event says so, status shows it, and the ticket goes on', async () => {
  const stage = await openStage();
  const tickets = openTickets(stage, REFUSALS, 1);
  await Promise.all(tickets.map(({ item }) => stage.entered({ item }, 'review')));
  await stage.feed.waitUntil(
    (events) => events.filter(({ event }) => event === 'outbox.dead').length >= tickets.length,
    'every refusal being told',
  );
  await finish(stage, tickets);
  const dead = stage.feed.events.filter(({ event }) => event === 'outbox.dead');
  expect(dead.map(({ work_item }) => String(work_item)).sort()).toEqual(
    tickets.map(({ item }) => `github~${item.replace('/', '~').replace('#', '~')}`).sort(),
  );
  for (const { error } of dead) expect(error).toMatch(/^\S.{10,200}$/);
  expect(tickets.flatMap((ticket) => requestsOn(stage, ticket))).toEqual([]);

  const { code, out } = await runCommand(['status', '--config', stage.world.configFile], stage.world.environment);
  expect(code).toBe(0);
  expect(out).toContain(`${tickets.length} dead`);
});

it('after the first writes of every kind failed, nothing is missing and nothing doubled', async () => {
  const stage = await openStage();
  const { github } = stage.world;
  for (const operation of ['swap-labels', 'add-reaction', 'add-comment']) {
    github.fail({ match: { operation }, behaviour: 'reset-after' });
    github.fail({ match: { operation }, behaviour: 'server-error' });
  }
  const item = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Everything fails at first' }).place;
  stage.say('alice', item, 'the-loop do — add a line');
  await stage.entered({ item }, 'review');
  await github.until(() => github.comments(item).length === 2, { what: 'the question', timeoutMs: 30_000 });
  stage.say('alice', item, 'lgtm');
  await stage.entered({ item }, 'complete');
  await github.until(() => github.issue(item).labels.join() === 'loop:complete', {
    what: 'the last label',
    timeoutMs: 60_000,
  });
  expect(ownComments(stage, item)).toEqual(['### issue-1: `review` waits for a person']);
  expectOnce(stage, [item]);
});

function isCommentEnd({ event, kind }: Stage['feed']['events'][number]): boolean {
  return kind === 'comment' && (event === 'outbox.performed' || event === 'outbox.adopted');
}
