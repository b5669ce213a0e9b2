import { route } from '@the-loop/router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { polledActs } from '../testing/polled-acts.ts';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';

const GUID = /^[A-Za-z0-9:._/#-]+$/;
const CONTEXT = {
  authorizedUsers: ['alice', 'bob'],
  ownLogins: ['the-loop[bot]'],
  sharedIdentityAccepted: false,
  label: 'auto',
  control: {},
  enabledEvents: [],
  hosts: [],
};
let world: PolledWorld;

beforeEach(async () => {
  world = await createPolledWorld();
});
afterEach(() => world.close());

const { issue, say, pull, told } = polledActs(() => world);

describe('what happens after a repository was seen', () => {
  beforeEach(() => world.poll());

  it('is told once, in its order, under ids that a prompt can carry', async () => {
    const ticket = issue(['auto']);
    world.clock.advance(1000);
    say(ticket, 'the-loop start');
    world.clock.advance(1000);
    world.github.closeIssue({ as: 'alice', on: ticket });
    expect(await world.poll()).toEqual([
      'issues opened #1',
      'issues labeled #1',
      'issue_comment created #1: the-loop start',
      'issues closed #1',
    ]);
    expect(await world.poll()).toEqual([]);
    const stored = await world.store.inbox.list({ limit: 10 });
    expect(stored.map(({ source, hook, guid }) => [source, hook, GUID.test(guid)])).toEqual(
      stored.map(() => ['poll', 'poll', true]),
    );
    expect(told('poll.closure_detected')).toMatchObject([{ work_item: 'github:octo/app#1', state: 'closed' }]);
  });

  it('is known to be the same as what a webhook tells, for words, openings and endings', async () => {
    world.github.addWebhook({ url: 'http://127.0.0.1:9/' });
    const ticket = issue();
    const change = pull('Closes #1');
    const id = say(ticket, 'the-loop start');
    say(change, 'nice');
    world.github.review({
      as: 'bob',
      on: change,
      state: 'COMMENTED',
      body: 'see',
      comments: [{ path: 'a.ts', line: 3, body: 'here' }],
    });
    world.clock.advance(5000);
    world.github.editComment({ as: 'alice', id, body: 'the-loop stop' });
    world.github.merge({ as: 'alice', on: change });
    await world.github.drained();
    const heard = world.github.deliveries().map(({ event, payload }) => keyOf(event, payload));
    await world.poll();
    const events = (await world.store.inbox.list({ limit: 100 })).reverse().map(({ event }) => event);
    const polled = (await world.payloads()).map((payload, index) => keyOf(events[index] ?? '', payload));
    expect(polled.toSorted()).toEqual(heard.toSorted());
    expect(polled).toHaveLength(9);
  });

  function keyOf(event: string, payload: unknown): string {
    const routing = route({ deliveryId: 'x', event, payload }, CONTEXT);
    return routing.kind === 'routed' ? routing.event.logicalKey : routing.reason;
  }

  it('is known to be the same as what a webhook told, for changes of the item itself that others followed', async () => {
    world.github.addWebhook({ url: 'http://127.0.0.1:9/' });
    const ticket = issue([], 'mallory');
    const change = world.github.openPullRequest({
      as: 'alice',
      repo: 'octo/app',
      title: 'A change',
      head: { ref: 'x' },
      draft: true,
    }).place;
    world.github.closeIssue({ as: 'alice', on: ticket });
    await world.poll();
    const acts = [
      () => world.github.reopenIssue({ as: 'bob', on: ticket }),
      () => world.github.editIssue({ as: 'alice', on: ticket, title: 'Another title' }),
      () => world.github.setLabels({ as: 'bob', on: ticket, names: ['auto', 'bug'] }),
      () => world.github.setDraft({ as: 'bob', on: change, draft: false }),
      () => world.github.setLabels({ as: 'carol', on: change, names: ['bug'] }),
      () => say(ticket, 'later'),
    ];
    for (const act of acts) {
      world.clock.advance(5000);
      act();
    }
    await world.github.drained();
    const heard = world.github.deliveries().map(({ event, payload }) => keyOf(event, payload));
    const told = await world.poll();
    expect(told.toSorted()).toEqual([
      'issue_comment created #1: later',
      'issues edited #1',
      'issues labeled #1',
      'issues reopened #1',
      'pull_request ready_for_review #2',
    ]);
    const events = (await world.store.inbox.list({ limit: 100 })).reverse().map(({ event }) => event);
    const polled = (await world.payloads()).map((payload, index) => keyOf(events[index] ?? '', payload)).slice(-5);
    expect(heard).toEqual(expect.arrayContaining(polled));
  });

  it('names who added the arming label, whoever wrote the ticket', async () => {
    const ticket = issue([], 'mallory');
    await world.poll();
    world.github.setLabels({ as: 'alice', on: ticket, names: ['auto'] });
    expect(await world.poll()).toEqual(['issues labeled #1']);
    expect((await world.payloads()).at(-1)).toMatchObject({ sender: { login: 'alice' } });
  });

  it('names the author of a ticket that is armed where GitHub tells nobody else', async () => {
    const ticket = issue([], 'mallory');
    await world.poll();
    world.github.setLabels({ as: 'alice', on: ticket, names: ['auto'] });
    world.github.fail({ match: { path: '/graphql' }, behaviour: 'forbidden', times: 5 });
    expect(await world.poll()).toEqual(['issues labeled #1']);
    expect((await world.payloads()).at(-1)).toMatchObject({ sender: { login: 'mallory' } });
  });

  it('of a merge says by whom and what, and ends the pull request before the ticket that it closes', async () => {
    issue();
    const change = pull('Closes #1');
    await world.poll();
    world.github.merge({ as: 'bob', on: change, mergeSha: 'f'.repeat(40) });
    expect(await world.poll()).toEqual(['pull_request closed #2', 'issues closed #1']);
    const [ended] = (await world.payloads()).slice(-2);
    expect(ended).toMatchObject({
      sender: { login: 'bob' },
      repository: { full_name: 'octo/app', default_branch: 'main' },
      pull_request: { merged: true, merged_by: { login: 'bob' }, merge_commit_sha: 'f'.repeat(40) },
    });
    expect(told('poll.closure_detected')).toMatchObject([{ state: 'merged' }, { state: 'closed' }]);
  });

  it('W7, 167: a ticket that is closed, opened and closed again ends twice', async () => {
    const ticket = issue();
    await world.poll();
    const end = async () => {
      world.github.closeIssue({ as: 'alice', on: ticket });
      return world.poll();
    };
    expect(await end()).toEqual(['issues closed #1']);
    world.github.reopenIssue({ as: 'alice', on: ticket });
    expect(await world.poll()).toEqual(['issues reopened #1']);
    expect(await end()).toEqual(['issues closed #1']);
  });

  it('W6: a comment on a pull request keeps the repository of what the pull request closes', async () => {
    world.github.createRepository('acme/core');
    world.github.createIssue({ as: 'alice', repo: 'acme/core', title: 'Elsewhere' });
    const change = pull('Closes acme/core#1');
    await world.poll();
    say(change, 'the-loop start');
    await world.poll();
    const payload = (await world.payloads()).at(-1);
    const routing = route({ deliveryId: 'x', event: 'issue_comment', payload }, CONTEXT);
    expect(routing).toMatchObject({
      kind: 'routed',
      event: {
        links: [
          { ref: { owner: 'acme', repo: 'core', number: 1 }, sources: ['closing-reference', 'keyword'] },
          { ref: { owner: 'octo', repo: 'app', number: 1 }, sources: ['entity'] },
        ],
      },
    });
  });

  it('A7: an edited comment is told with its first text, and then as edited by its editor', async () => {
    const ticket = issue();
    await world.poll();
    const id = say(ticket, 'good morning');
    world.clock.advance(5000);
    world.github.editComment({ as: 'mallory', id, body: 'the-loop start' });
    expect(await world.poll()).toEqual([
      'issue_comment created #1: good morning',
      'issue_comment edited #1: the-loop start',
    ]);
    const [first, second] = (await world.payloads()).slice(-2);
    expect([first?.['sender'], second?.['sender']]).toMatchObject([{ login: 'alice' }, { login: 'mallory' }]);
  });

  it('A7: where the history may not be read, an edited comment is only told as edited', async () => {
    const ticket = issue();
    const id = say(ticket, 'good morning');
    world.clock.advance(5000);
    world.github.editComment({ as: 'mallory', id, body: 'the-loop start' });
    world.github.fail({ match: { path: '/graphql' }, behaviour: 'forbidden', times: 5 });
    expect(await world.poll()).toEqual(['issues opened #1', 'issue_comment edited #1: the-loop start']);
  });

  it('tells an edit of what was told before, our own checklists among it', async () => {
    const ticket = issue();
    const id = say(ticket, '<!-- the-loop:agent-comment -->\n- [x] design', 'the-loop[bot]');
    expect(await world.poll()).toEqual(['issues opened #1']);
    world.github.editComment({ as: 'alice', id, body: '<!-- the-loop:agent-comment -->\n- [ ] design' });
    expect(await world.poll()).toHaveLength(1);
    expect((await world.payloads()).at(-1)).toMatchObject({ action: 'edited', sender: { login: 'alice' } });
  });

  it('tells reviews, also one in the second in which the pull request was read', async () => {
    const change = pull();
    await world.poll();
    world.github.review({ as: 'bob', on: change, state: 'APPROVED' });
    expect(await world.poll()).toEqual(['pull_request_review submitted #1']);
    expect((await world.payloads()).at(-1)).toMatchObject({ review: { state: 'approved', user: { login: 'bob' } } });
    const { id } = world.github.review({ as: 'alice', on: pull('', 'carol'), state: 'APPROVED' });
    await world.poll();
    world.github.dismissReview({ as: 'carol', id });
    expect(await world.poll()).toEqual(['pull_request_review dismissed #2']);
  });

  it('159: what a review does not say is not told', async () => {
    const change = pull();
    await world.poll();
    const comments = [{ path: 'a.ts', line: 3, body: 'here' }];
    world.github.review({ as: 'bob', on: change, state: 'COMMENTED', comments });
    expect(await world.poll()).toEqual(['pull_request_review_comment created #1: here']);
    expect((await world.payloads()).at(-1)).toMatchObject({ comment: { path: 'a.ts', line: 3 } });
  });

  it('25 items that do not change cost at most 4 requests a cycle', async () => {
    for (let count = 0; count < 20; count += 1) say(issue(), 'a word');
    for (let count = 0; count < 5; count += 1) say(pull(), 'a word');
    for (let cycle = 0; cycle < 3; cycle += 1) await world.poll();
    const before = world.github.requests().length;
    expect(await world.poll()).toEqual([]);
    const requests = world.github.requests().slice(before);
    expect(requests.length).toBeLessThanOrEqual(4);
    expect(requests.map(({ status }) => status)).toEqual(requests.map(() => 304));
  });
});

it('a cycle says what it cost and what it may start', async () => {
  await world.poll();
  issue(['auto']);
  await world.poll();
  const [first, second] = told('poll.cycle');
  expect(first).toMatchObject({ requests: 3, spawns: 0 });
  expect(second).toMatchObject({ requests: 4, spawns: 1 });
});

it('a cursor that cannot be read stops the repository, and says which', async () => {
  await world.store.records.put('poll', 'github.com/octo/app:items', { value: { since: 7 }, expectedRevision: null });
  issue();
  expect(await world.poll()).toEqual([]);
  expect(told('poll.provider_error')).toMatchObject([
    { error: expect.stringContaining('the cursor github.com/octo/app:items is not one') },
  ]);
});
