import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';

const PATIENCE = { timeout: 15_000, interval: 50 };
const PULL = { pr: 2 };

let stage: Stage;
let theLoop: TheLoop;
let item: string;
let prompts: string;

/** The agent leaves its prompt and ends. */
beforeEach(async () => {
  stage = await createStage();
  prompts = path.join(stage.folder, 'prompts');
  mkdirSync(prompts);
  const { config } = stage.options;
  const agent = {
    command: ['sh', '-c', 'cat > "$PROMPTS/$$.part" && mv "$PROMPTS/$$.part" "$PROMPTS/$$.prompt"'],
    stdin: 'prompt',
    env: { PROMPTS: prompts },
    timeoutMinutes: 1,
  } as const;
  const sessions = { ...config.sessions, agents: { brief: agent } };
  theLoop = await stage.start({ ...stage.options, config: { ...config, sessions } });
  item = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' }).place;
});
afterEach(async () => {
  await quiet();
  await stage.close();
});

const say = (body: string) => stage.github.comment({ as: 'alice', on: item, body });
const post = async (verb: string, body: object = {}) =>
  (await stage.ask(theLoop, `/api/v1/graph/${verb}`, { body: { item: 'issue-1', ...body } })).body;
const events = async (name: string) =>
  (await stage.ask(theLoop, '/api/v1/events?limit=1000')).body.events.filter(({ event }) => event === name);
const stands = (node: string, place: object = {}) =>
  vi.waitFor(async () => expect((await post('status', place)).result.currentNode).toBe(node), PATIENCE);
const given = () =>
  readdirSync(prompts)
    .filter((name) => name.endsWith('.prompt'))
    .map((name) => readFileSync(path.join(prompts, name), 'utf8'));
const quiet = () =>
  vi.waitFor(
    async () =>
      expect(await events('session.turn_finished')).toHaveLength((await events('session.turn_started')).length),
    PATIENCE,
  );

/** The item's own loop waits for the pull request, whose loop stands where it began. */
async function bound(): Promise<string> {
  say('the-loop start');
  await stands('phase-selection');
  const { place } = stage.github.openPullRequest({
    as: 'the-loop[bot]',
    repo: 'acme/app',
    title: 'Dark mode',
    body: `Closes ${item}`,
    head: { ref: 'dark-mode' },
  });
  await stands('implementation', PULL);
  return place;
}

describe('a work item that was stopped at a node of its agent', () => {
  it('gives the new session the assignment again when it is started', async () => {
    say('the-loop do — add a dark mode');
    await vi.waitFor(() => expect(given()).toHaveLength(1), PATIENCE);
    await quiet();
    say('the-loop stop');
    await vi.waitFor(async () => expect(await events('session.closed')).toHaveLength(1), PATIENCE);
    say('the-loop start');
    await vi.waitFor(() => expect(given()).toHaveLength(2), PATIENCE);
    await stage.github.drained();
    await quiet();
    const [first = '', second = ''] = given();
    expect(first).toContain('the-loop graph complete issue-1');
    expect(second).toContain('the-loop graph complete issue-1');
    expect(given()).toHaveLength(2);
  });
});

describe('a merge by somebody who may answer', () => {
  const toGate = async (pull: string) => {
    await post('force', { ...PULL, to: 'pr-approval', reason: 'a test' });
    const isAsked = () => stage.github.comments(pull).some(({ body }) => body.includes('Who may answer'));
    await vi.waitFor(() => expect(isAsked()).toBe(true), PATIENCE);
    await vi.waitFor(async () => expect((await post('status', PULL)).result.pendingWrites).toBe(0), PATIENCE);
  };
  const parked = async () => {
    await vi.waitFor(async () => expect(await events('graph.merged')).toHaveLength(1), PATIENCE);
    expect((await events('graph.merged'))[0]).toMatchObject({ approves: false });
  };

  it('is an approval where people are asked, of what they are asked about', async () => {
    const pull = await bound();
    await toGate(pull);
    stage.github.merge({ as: 'alice', on: pull });
    await stands('complete', PULL);
  });

  it('is none before the reviews are done', async () => {
    const pull = await bound();
    await post('force', { ...PULL, to: 'security-review', reason: 'a test' });
    stage.github.merge({ as: 'alice', on: pull });
    await parked();
    await stands('security-review', PULL);
  });

  it('is none of commits that came after the question', async () => {
    const pull = await bound();
    await toGate(pull);
    stage.github.push({ as: 'bob', on: pull, sha: 'c'.repeat(40) });
    await stage.github.drained();
    stage.github.merge({ as: 'alice', on: pull });
    await parked();
    await stands('pr-approval', PULL);
  });
});

describe('the loop of an item', () => {
  it('looks again when a verb ends what it waits for', async () => {
    await bound();
    const folder = path.join((await events('workspace.prepared'))[0]?.checkout ?? '', 'docs/specs/issue-1');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'tasks.md'), '---\nstatus: approved\n---\n# Doc\n\n## Task list\n\n- [x] one\n');
    await post('force', { to: 'implementation', reason: 'a test' });
    await post('start', PULL);
    await post('complete');
    await stands('implementation');
    await post('force', { ...PULL, to: 'complete', reason: 'a test' });
    await stands('verification');
  });
});

describe('an item whose checkout was removed', () => {
  it('can be cleaned up', async () => {
    say('the-loop do — add a dark mode');
    await vi.waitFor(() => expect(given()).toHaveLength(1), PATIENCE);
    await quiet();
    rmSync((await events('workspace.prepared'))[0]?.checkout ?? '', { recursive: true });
    say('the-loop cleanup');
    await vi.waitFor(async () => expect(await events('session.cleaned')).toHaveLength(1), PATIENCE);
  });
});
