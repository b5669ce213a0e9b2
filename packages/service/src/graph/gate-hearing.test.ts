import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';

const PATIENCE = { timeout: 15_000, interval: 50 };
const CHECKLIST = '<!-- the-loop:phase-selection -->';

let stage: Stage;
let theLoop: TheLoop;
let item: string;

beforeEach(async () => {
  stage = await createStage();
  const { config } = stage.options;
  const routing = { ...config.routing, authorizedUsers: ['alice', 'bob'] };
  const idle = { command: ['true'], stdin: 'none', env: {}, timeoutMinutes: 1 } as const;
  const sessions = { ...config.sessions, agents: { brief: idle } };
  theLoop = await stage.start({ ...stage.options, config: { ...config, routing, sessions } });
  item = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' }).place;
});
afterEach(async () => {
  // An agent outlives the service that started it, and still writes.
  await vi.waitFor(
    async () =>
      expect(await events('session.turn_finished')).toHaveLength((await events('session.turn_started')).length),
    PATIENCE,
  );
  await stage.close();
});

const say = (body: string, on = item, as = 'alice') => stage.github.comment({ as, on, body });
const ask = async (verb: string, body: object = {}) =>
  (await stage.ask(theLoop, `/api/v1/graph/${verb}`, { body: { item: 'issue-1', ...body } })).body;
const nodeOf = async (place: object = {}) => (await ask('status', place)).result.currentNode as string | undefined;
const stands = (node: string, place: object = {}) =>
  vi.waitFor(async () => expect(await nodeOf(place)).toBe(node), PATIENCE);
const ours = (on = item) => stage.github.comments(on).filter(({ author }) => author === 'the-loop[bot]');
const posted = (text: string, times = 1, on = item) =>
  vi.waitFor(() => expect(ours(on).filter(({ body }) => body.includes(text))).toHaveLength(times), PATIENCE);
const settled = () => vi.waitFor(async () => expect((await ask('status')).result.pendingWrites).toBe(0), PATIENCE);
const events = async (name: string) => {
  const { body } = await stage.ask(theLoop, '/api/v1/events?limit=1000');
  return body.events.filter(({ event }: { event: string }) => event === name);
};

async function started(): Promise<void> {
  say('the-loop start');
  await posted(CHECKLIST);
  await settled();
}

describe('a phase selection', () => {
  it('is signed by an execute that came before the checklist was there', async () => {
    const heal = stage.github.fail({ match: { operation: 'add-comment' }, behaviour: 'unavailable', times: 100 });
    say('the-loop start');
    await stands('phase-selection');
    say('the-loop execute');
    await stage.github.drained();
    await vi.waitFor(async () => expect(await events('graph.parked')).not.toEqual([]), PATIENCE);
    expect(await nodeOf()).toBe('phase-selection');
    heal();
    await stands('brainstorming');
    await posted('signed by @alice');
  });

  it('A5: whose boxes a stranger changed is held once, naming them, and signed by the next execute', async () => {
    await started();
    const [checklist] = ours();
    const body = checklist?.body.replace('- [x] security-review', '- [ ] security-review') ?? '';
    stage.github.editComment({ as: 'mallory', id: checklist?.id ?? 0, body });
    say('the-loop execute');
    await posted('`mallory`');
    expect(await nodeOf()).toBe('phase-selection');
    say('the-loop execute');
    await stands('brainstorming');
    await posted('Boxes were changed by: `mallory`');
  });
});

describe('a delivery', () => {
  it('A26: that comes again does nothing again', async () => {
    await started();
    say('the-loop execute');
    await stands('brainstorming');
    await settled();
    const before = ours().length;
    const repeated = stage.github
      .deliveries()
      .filter(({ event, action }) => event === 'issue_comment' && action === 'created');
    for (const { guid } of repeated) stage.github.redeliver(guid);
    await stage.github.drained();
    say('hello');
    await vi.waitFor(async () => expect((await events('dispatch.succeeded')).length).toBeGreaterThan(0), PATIENCE);
    expect(ours()).toHaveLength(before);
    expect(await nodeOf()).toBe('brainstorming');
  });
});

describe('another phase selection', () => {
  it('folds the older checklist away and is signed on its own', async () => {
    await started();
    await ask('force', { to: 'brainstorming', reason: 'a test' });
    await ask('force', { to: 'phase-selection', reason: 'a test' });
    await posted(CHECKLIST, 2);
    const folded = () => ours().flatMap((own) => (own.body.includes(CHECKLIST) ? [own.minimizedReason] : []));
    await vi.waitFor(() => expect(folded()).toEqual(['OUTDATED', null]), PATIENCE);
    await settled();
    say('the-loop execute');
    await stands('brainstorming');
  });
});

describe('a boundary', () => {
  it('costs two writes on GitHub at most, beside reactions', async () => {
    const counted = ['add-comment', 'update-comment', 'swap-labels', 'set-labels', 'add-labels', 'remove-label'];
    const written = () => stage.github.writes().filter(({ operation }) => counted.includes(operation)).length;
    await started();
    expect(written()).toBeLessThanOrEqual(2);
    const before = written();
    say('the-loop execute');
    await stands('brainstorming');
    await settled();
    expect(written() - before).toBeLessThanOrEqual(2);
    expect(stage.github.writes().map(({ operation }) => operation)).toContain('add-comment');
  });
});

describe('a gate on documents', () => {
  const write = async (text: string) => {
    const checkout = (await events('workspace.prepared'))[0]?.checkout ?? '';
    mkdirSync(path.join(checkout, 'docs/specs/issue-1'), { recursive: true });
    writeFileSync(path.join(checkout, 'docs/specs/issue-1/requirements.md'), text);
  };

  it('A30: asks again when what it asked about has changed, and takes the next answer', async () => {
    await started();
    await write('# One\n');
    await ask('force', { to: 'requirements-approval', reason: 'a test' });
    await posted('requirements.md');
    await settled();
    await write('# Two\n');
    say('approved');
    await vi.waitFor(
      () => expect(ours().filter(({ body }) => body.includes('Who may answer'))).toHaveLength(2),
      PATIENCE,
    );
    expect(await nodeOf()).toBe('requirements-approval');
    await settled();
    say('approved');
    await stands('design');
  });
});

describe('the gate of a pull request', () => {
  const PULL = { pr: 2 };
  let pull: string;

  beforeEach(async () => {
    await started();
    pull = stage.github.openPullRequest({
      as: 'the-loop[bot]',
      repo: 'acme/app',
      title: 'Dark mode',
      body: `Closes ${item}`,
      head: { ref: 'dark-mode' },
    }).place;
    await stands('implementation', PULL);
  });
  const toGate = () => ask('force', { ...PULL, to: 'pr-approval', reason: 'a test' });

  it('is passed by a native review with an empty body', async () => {
    await toGate();
    await posted('Who may answer', 1, pull);
    stage.github.review({ as: 'alice', on: pull, state: 'APPROVED' });
    await stands('complete', PULL);
  });

  it('asks those who may answer as reviewers too, once, and passes without those whom GitHub refuses', async () => {
    await toGate();
    const requested = () => stage.github.issue(pull).pull?.requestedReviewers;
    await vi.waitFor(() => expect(requested()).toEqual(['alice']), PATIENCE);
    await vi.waitFor(async () => expect(await events('graph.hook_degraded')).toHaveLength(1), PATIENCE);
    expect((await events('graph.hook_degraded'))[0]).toMatchObject({
      node: 'pr-approval',
      hook: 'request-review',
      error: expect.stringMatching(/^GitHub does not take bob as a reviewer of github:acme\/app#2/) as unknown,
    });
    expect((await ask('status', PULL)).result.pendingWrites).toBe(0);
    stage.github.review({ as: 'bob', on: pull, state: 'APPROVED' });
    await stands('complete', PULL);
  });

  it('hears a review that stood before it was asked', async () => {
    stage.github.review({ as: 'alice', on: pull, state: 'APPROVED' });
    await stage.github.drained();
    expect(await nodeOf(PULL)).toBe('implementation');
    await toGate();
    await stands('complete', PULL);
  });

  it('does not take a review of another commit, and says so', async () => {
    await toGate();
    stage.github.review({ as: 'alice', on: pull, state: 'APPROVED', commitId: 'a'.repeat(40) });
    await posted('about another commit', 1, pull);
    expect(await nodeOf(PULL)).toBe('pr-approval');
  });

  it('goes back on requested changes, which still hold an approval by somebody else until they take it over', async () => {
    await toGate();
    stage.github.review({ as: 'bob', on: pull, state: 'CHANGES_REQUESTED', body: 'rename it' });
    await stands('implementation', PULL);
    await toGate();
    say('approved', pull);
    await posted('requested changes', 1, pull);
    expect(await nodeOf(PULL)).toBe('pr-approval');
    say('the-loop approve --over @bob', pull);
    await stands('complete', PULL);
  });

  it('does not count a review that was dismissed', async () => {
    const review = stage.github.review({ as: 'alice', on: pull, state: 'APPROVED' });
    stage.github.dismissReview({ as: 'bob', id: review.id });
    await stage.github.drained();
    await toGate();
    await posted('Who may answer', 1, pull);
    await settled();
    expect(await nodeOf(PULL)).toBe('pr-approval');
  });
});

describe('people', () => {
  it('are who they were: another account by an authorized login answers nothing and is named', async () => {
    await started();
    const last = stage.github.deliveries().findLast(({ event }) => event === 'issue_comment');
    if (last === undefined) throw new Error('nobody said anything');
    const { comment, issue } = last.payload as { comment: { user: object }; issue: object };
    const user = { ...comment.user, login: 'alice', id: 424_242 };
    const forged = { ...comment, id: 9_999_999, node_id: 'IC_forged', body: 'the-loop execute', user };
    stage.github.sendEvent({
      as: 'alice',
      repo: 'acme/app',
      event: 'issue_comment',
      action: 'created',
      payload: { issue, comment: forged },
    });
    await vi.waitFor(async () => expect(await events('routing.identity_refused')).toHaveLength(1), PATIENCE);
    expect((await events('routing.identity_refused'))[0]).toMatchObject({ actor: 'alice', actor_id: 424_242 });
    expect(await nodeOf()).toBe('phase-selection');
  });
});
