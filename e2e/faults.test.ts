import { describe, expect, it } from 'vitest';
import { type Stage } from '../apps/cli/src/demo/stage.ts';
import { FAULTS, type FaultBehaviour, type FaultName } from '../packages/testkit/src/index.ts';
import { expectOnce, ownComments } from './stage/expect-once.ts';
import { openStage } from './stage/open-stage.ts';
import { runCommand } from './stage/run-command.ts';
import { type Counts, openStruckTicket, type StruckTicket } from './stage/struck-ticket.ts';

type Fault = FaultName | FaultBehaviour | (() => FaultBehaviour);

/** The host may be asked again: a try of the write fails, a later one comes through. */
const PASSING: Readonly<Record<string, Fault>> = {
  '401, until the token is good again': 'unauthorized',
  '500': 'server-error',
  '502': 'bad-gateway',
  '502 after the write': 'lost-answer',
  '503': 'unavailable',
  'a slow answer': { kind: 'delay', ms: 1500 },
  'truncated JSON after the write': 'truncated',
  'an answer that breaks off after the write': 'cut',
  'a reset before the write': 'reset-before',
  'a reset after the write': 'reset-after',
};
/** The host asks to wait: meanwhile it gets no write at all, of any ticket. */
const WAITING: Readonly<Record<string, Fault>> = {
  '403 with a limit that is reset': () => ({
    kind: 'status',
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1) },
    body: { message: 'API rate limit exceeded.' },
  }),
  '403 that asks to wait': 'secondary-limit',
  '429': 'too-many',
};
/** The host has said no: the write is lost, and said to be. */
const REFUSALS: Readonly<Record<string, Fault>> = {
  '301': 'moved',
  '403 without a limit': 'forbidden',
  '404': 'not-found',
  '410': 'gone',
  '422': 'invalid',
};

/** What the service writes on a ticket in the course of {@link walk}: comments, and a sign on each of these words. */
const WRITTEN = [
  '### issue-N: `review` waits for a person',
  'The session is active. The process stands at `review`. It waits for people.',
  '`the-loop start` begins the work, `the-loop do — <task>` a task without the process, `the-loop contribute` as a guest.',
  'The session is active. The process stands at `complete`.',
  'The checkout was kept: it holds work that exists nowhere else. Push it, or comment `the-loop cleanup --confirm` to remove it.',
];
const SIGNED = ['the-loop do — add a line: +1', 'the-loop pause: +1', 'the-loop resume: +1', 'lgtm: eyes'];
/** Phases of the walk that have a label. */
const LABELS = 3;
const FIRST = 3;

/** An ad-hoc task from its start to its close, with at least {@link FIRST} writes of each kind. */
async function walk(stage: Stage, ticket: StruckTicket): Promise<void> {
  const { item } = ticket;
  ticket.say('the-loop do — add a line');
  await stage.entered({ item }, 'review');
  await ticket.ended('comment', 1);
  ticket.say('the-loop pause');
  ticket.say('the-loop resume');
  ticket.say('the-loop status');
  await ticket.ended('comment', 2);
  ticket.say('the-loop help');
  await ticket.ended('comment', 3);
  ticket.say('lgtm');
  await stage.entered({ item }, 'complete');
  ticket.say('the-loop status');
  await ticket.ended('comment', 4);
  stage.world.github.closeIssue({ as: 'alice', on: item });
  await ticket.ended('label', LABELS);
  await ticket.ended('comment', WRITTEN.length);
  await ticket.ended('reaction', SIGNED.length);
}

/** A ticket per fault, all at once. */
async function walkStruck(stage: Stage, faults: typeof PASSING, first: Counts): Promise<readonly StruckTicket[]> {
  const tickets = Object.entries(faults).map(([title, fault]) =>
    openStruckTicket(stage, { title, faults: [behaviourOf(fault)], first }),
  );
  await Promise.all(tickets.map((ticket) => walk(stage, ticket)));
  return tickets;
}

/** What stands on a ticket in the end: our comments in order, our signs on what alice said, the labels. */
function endOf(stage: Stage, { item }: StruckTicket) {
  const { github } = stage.world;
  return {
    comments: ownComments(stage, item).map((line) => line.replace(/issue-\d+/, 'issue-N')),
    signs: github
      .comments(item)
      .flatMap(({ body, reactions }) => reactions.map(({ content }) => `${body}: ${content}`)),
    labels: github.issue(item).labels,
  };
}

function behaviourOf(fault: Fault): () => FaultBehaviour {
  if (typeof fault === 'function') return fault;
  return () => (typeof fault === 'string' ? FAULTS[fault] : fault);
}

function deadEvents({ feed }: Stage): Stage['feed']['events'] {
  return feed.events.filter(({ event }) => event === 'outbox.dead');
}

const UNHARMED = { comments: WRITTEN, signs: SIGNED, labels: ['loop:cleanup'] };

describe.concurrent('the first writes of each kind on a ticket fail', () => {
  it.for([
    ['and pass', PASSING],
    ['and the host asks to wait', WAITING],
  ] as const)('%s: each comment is there once, each sign once, and the last label alone', async ([, faults], test) => {
    const stage = await openStage(test);
    const first = { comment: FIRST, label: LABELS, reaction: FIRST };
    const tickets = await walkStruck(stage, faults, first);
    const titles = Object.keys(faults);
    expect(tickets.map(({ title, struck }) => [title, struck])).toEqual(titles.map((title) => [title, first]));
    expect(tickets.map((ticket) => [ticket.title, endOf(stage, ticket)])).toEqual(
      titles.map((title) => [title, UNHARMED]),
    );
    const threads = tickets.map(({ item }) => item);
    expectOnce(stage, threads);
    expect(deadEvents(stage)).toEqual([]);
  });

  it('for good: one event says so for each, status shows them, and what comes later is written', async (test) => {
    const stage = await openStage(test);
    // The last label is not struck: it sets right what the others left.
    const first = { comment: FIRST, label: LABELS - 1, reaction: FIRST };
    const tickets = await walkStruck(stage, REFUSALS, first);
    const titles = Object.keys(REFUSALS);
    const left = { comments: WRITTEN.slice(FIRST), signs: SIGNED.slice(FIRST), labels: ['loop:cleanup'] };
    expect(tickets.map((ticket) => [ticket.title, ticket.struck, ticket.given()])).toEqual(
      titles.map((title) => [title, first, first]),
    );
    expect(tickets.map((ticket) => [ticket.title, endOf(stage, ticket)])).toEqual(titles.map((title) => [title, left]));
    const dead = deadEvents(stage);
    for (const { error } of dead) expect(error).toMatch(/^\S.{10,200}$/);

    const { code, out } = await runCommand(['status', '--config', stage.world.configFile], stage.world.environment);
    expect(code).toBe(0);
    expect(out).toContain(`${dead.length} dead`);
  });

  it('twice in a row, and new labels too: nothing is missing and nothing doubled', async (test) => {
    const stage = await openStage(test);
    stage.world.github.fail({ match: { operation: 'create-label' }, behaviour: 'reset-after' });
    const faults = [behaviourOf('server-error'), behaviourOf('reset-after')];
    const first = { comment: 1, label: 1, reaction: 1 };
    const ticket = openStruckTicket(stage, { title: 'Everything fails at first', faults, first });
    await walk(stage, ticket);
    expect(ticket.struck).toEqual({ comment: 2, label: 2, reaction: 2 });
    expect(endOf(stage, ticket)).toEqual(UNHARMED);
    expectOnce(stage, [ticket.item]);
  });
});
