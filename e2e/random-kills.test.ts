import { createHmac, randomInt } from 'node:crypto';
import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { createNarrator } from '../apps/cli/src/demo/narrator.ts';
import { createStage, type Stage } from '../apps/cli/src/demo/stage.ts';
import { createWorld } from '../apps/cli/src/demo/world.ts';
import { openStore } from '../packages/store/src/index.ts';
import { builtPrograms } from './stage/built-programs.ts';
import { expectOnce, ownComments } from './stage/expect-once.ts';
import { type End, type Lives, startLives } from './stage/lives.ts';

/** More kills, or the same ones once more: `KILLS=200 KILL_SEED=7`. */
const { KILLS: kills = '12', KILL_SEED: seed = String(randomInt(1_000_000)) } = process.env;
const KILLS = Number(kills);
const SEED = Number(seed);
/** A ticket may not get on while lives are short, so everything together is waited for. */
const TIMEOUT_MS = 240_000 + KILLS * 6_000;

/** An agent that does nothing but claim: the command as its prompt prints it. */
const CLAIMING = ['/bin/sh', '-c', `exec the-loop $(grep -om1 'graph complete [-a-zA-Z0-9 ./:#]*')`];

/** Lives of all lengths: some do not get through their start, some work for a while. */
function endsOf(seed: number, kills: number): readonly End[] {
  const random = (name: string, below: number): number =>
    createHmac('sha256', String(seed)).update(name).digest().readUInt32BE(0) % below;
  return Array.from({ length: kills }, (_, life) => {
    const statement = 1 + random(`statement ${life}`, 250);
    if (random(`kind ${life}`, 5) === 0) return { kind: 'time', ms: 200 + random(`time ${life}`, 800) };
    return { kind: 'statement', statement, when: random(`when ${life}`, 2) === 0 ? 'before' : 'after' };
  });
}

const WRITTEN = [
  '### issue-N: `review` waits for a person',
  'The session is active. The process stands at `review`. It waits for people.',
  'The session is active. The process stands at `complete`.',
  'The checkout was kept: it holds work that exists nowhere else. Push it, or comment `the-loop cleanup --confirm` to remove it.',
];
const SIGNED = ['the-loop do — add a line: +1', 'the-loop pause: +1', 'the-loop resume: +1', 'lgtm: eyes'];

const FACTS = [
  'entered work alice',
  'claimed work agent',
  'exited work agent',
  'entered review agent',
  'approved review alice',
  'exited review the-loop',
  'entered complete the-loop',
  'entered cleanup the-loop',
];
const UNHARMED = { comments: WRITTEN, facts: FACTS, signs: SIGNED, labels: ['loop:cleanup'] };

/** A ticket from its start to its close. Whoever plays it sees GitHub alone, and so no kill. Answers the ticket. */
async function play({ world: { github } }: Stage): Promise<string> {
  const item = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Add a line' }).place;
  const say = (body: string) => void github.comment({ as: 'alice', on: item, body });
  const seen = (what: string, holds: () => boolean) =>
    github.until(holds, { what: `${item}: ${what}`, timeoutMs: TIMEOUT_MS });
  const written = (count: number) => seen(WRITTEN[count - 1] ?? '', () => ours(github, item) >= count);
  const signed = (count: number) => seen(SIGNED[count - 1] ?? '', () => signs(github, item).length >= count);
  say('the-loop do — add a line');
  await written(1);
  await signed(1);
  say('the-loop pause');
  await signed(2);
  say('the-loop resume');
  await signed(3);
  say('the-loop status');
  await written(2);
  say('lgtm');
  await seen('the label of its end', () => github.issue(item).labels.includes('loop:complete'));
  await signed(4);
  say('the-loop status');
  await written(3);
  github.closeIssue({ as: 'alice', on: item });
  await written(4);
  await seen('the last label', () => github.issue(item).labels.includes('loop:cleanup'));
  return item;
}

type Github = Stage['world']['github'];

function ours(github: Github, item: string): number {
  return github.comments(item).filter(({ author }) => author === 'the-loop[bot]').length;
}

function signs(github: Github, item: string): readonly string[] {
  return github.comments(item).flatMap(({ body, reactions }) => reactions.map(({ content }) => `${body}: ${content}`));
}

/** What is kept of a ticket: every fact of its loop with whoever caused it, our comments, the signs on alice's words, labels. */
function endOf(stage: Stage, item: string, facts: readonly Fact[]) {
  const { github } = stage.world;
  return {
    comments: ownComments(stage, item).map((line) => line.replace(/issue-\d+/, 'issue-N')),
    facts: facts.map(({ kind, node = '', by }) => `${kind} ${node} ${by?.login ?? ''}`),
    signs: signs(github, item),
    labels: github.issue(item).labels,
  };
}

interface Fact {
  readonly kind: string;
  readonly node?: string;
  readonly by?: { readonly login: string };
}

/** The facts that the service believes, by ticket. The file in the checkout follows them, with the next fact at the latest. */
async function factsOf(stateRoot: string): Promise<ReadonlyMap<string, readonly Fact[]>> {
  const store = await openStore({ path: path.join(stateRoot, 'the-loop.db'), now: () => new Date() });
  const ledgers = await store.records.list('ledger');
  await store.close();
  return new Map(
    ledgers.map(({ key, value }) => {
      const { facts } = (value as { readonly state: { readonly facts: readonly Fact[] } }).state;
      return [`acme/app#${key.split('issue-')[1] ?? ''}`, facts];
    }),
  );
}

/** What the service wrote down and has not brought to an end, or not once. */
async function leftIn(stateRoot: string): Promise<readonly string[]> {
  const store = await openStore({ path: path.join(stateRoot, 'the-loop.db'), now: () => new Date() });
  const all = { limit: 10_000 };
  const rows = (await store.inbox.list(all)).filter(({ status }) => status === 'open' || status === 'dead');
  const writes = (await store.outbox.list(all)).filter(({ status }) => status !== 'done');
  const turns = (await store.turns.list(all)).filter(({ status }) => status !== 'finished');
  await store.close();
  return [
    ...rows.map(({ guid, event, status }) => `delivery ${event} ${guid}: ${status}`),
    ...writes.map(({ key, status }) => `write ${key}: ${status}`),
    ...turns.map(({ key, status }) => `turn ${key}: ${status}`),
  ];
}

/** A stage on which nothing runs yet. */
async function emptyStage({ onTestFinished }: TestContext): Promise<Stage> {
  const { command } = builtPrograms();
  const world = await createWorld({ programs: { command, agent: CLAIMING }, agentScript: { repos: [] } });
  const stage = createStage(world, createNarrator({ write: () => undefined, isTerminal: false }, Date.now), {
    command,
  });
  onTestFinished(async () => {
    await stage.close();
    await world.close(false);
  });
  return stage;
}

/** Tickets one after another until so many lives have ended. */
async function playUntil(stage: Stage, lives: Lives, kills: number): Promise<readonly string[]> {
  const items: string[] = [];
  while (lives.deaths() < kills) items.push(await play(stage));
  return items;
}

it(`loses nothing and doubles nothing over ${KILLS} kills anywhere (seed ${SEED})`, {
  timeout: 2 * TIMEOUT_MS,
}, async (test) => {
  const stage = await emptyStage(test);
  const lives = startLives(stage, endsOf(SEED, KILLS));
  test.onTestFinished(() => lives.close());
  const lanes = await Promise.all([1, 2, 3].map(() => playUntil(stage, lives, KILLS)));
  const items = lanes.flat();
  expect(lives.deaths()).toBe(KILLS);
  await expect.poll(() => leftIn(stage.world.stateRoot), { timeout: 60_000, interval: 500 }).toEqual([]);
  const facts = await factsOf(stage.world.stateRoot);
  for (const item of items) expect([item, endOf(stage, item, facts.get(item) ?? [])]).toEqual([item, UNHARMED]);
  expectOnce(stage, items);
});
