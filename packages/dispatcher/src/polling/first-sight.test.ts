import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { polledActs } from '../testing/polled-acts.ts';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';

let world: PolledWorld;

beforeEach(async () => {
  world = await createPolledWorld();
});
afterEach(() => world.close());

const { issue, say } = polledActs(() => world);

describe('a repository seen for the first time', () => {
  it.each<[string, readonly (readonly [body: string, as?: string])[], string[]]>([
    ['148: chat is history', [['hello'], ['there']], ['issues labeled #1']],
    [
      '149: a start is taken in, and asks for itself',
      [['hello'], ['the-loop start']],
      ['issue_comment created #1: the-loop start'],
    ],
    [
      '150: commands keep their order',
      [['the-loop start'], ['the-loop stop']],
      ['issue_comment created #1: the-loop start', 'issue_comment created #1: the-loop stop'],
    ],
    [
      '151: not those of strangers, our own, or two at once',
      [
        ['the-loop start', 'mallory'],
        ['the-loop start\n\n<!-- the-loop:agent-comment -->'],
        ['the-loop start\nthe-loop stop'],
      ],
      ['issues labeled #1'],
    ],
  ])('%s', async (_, comments, expected) => {
    const ticket = issue(['auto']);
    for (const [body, as] of comments) say(ticket, body, as);
    expect(await world.poll()).toEqual(expected);
    expect(await world.poll()).toEqual([]);
  });

  it('152: a thread about which a command is on record is history', async () => {
    say(issue(), 'the-loop start');
    await world.command('github:octo/app#1');
    expect(await world.poll()).toEqual([]);
  });

  it('153: a stranger arms nothing by a label, and says so; words are judged by their own author', async () => {
    issue(['auto'], 'mallory');
    say(issue(['auto'], 'mallory'), 'the-loop start');
    expect(await world.poll()).toEqual(['issue_comment created #2: the-loop start']);
    expect(world.recorder.of('poll.unauthorized')).toMatchObject([
      { work_item: 'github:octo/app#1', actor: 'mallory' },
    ]);
  });

  it("154: a stranger's ticket that somebody started is armed", async () => {
    issue(['auto'], 'mallory');
    await world.command('github:octo/app#1');
    expect(await world.poll()).toEqual(['issues labeled #1']);
    expect(world.recorder.of('poll.unauthorized')).toEqual([]);
  });

  it('an armed ticket of a stranger is told when somebody authorized armed it', async () => {
    const ticket = issue([], 'mallory');
    world.github.setLabels({ as: 'alice', on: ticket, names: ['auto'] });
    expect(await world.poll()).toEqual(['issues labeled #1']);
    expect(world.recorder.of('poll.unauthorized')).toEqual([]);
  });

  it('W9, 168: of a ticket that was opened again only commands after its last closing count', async () => {
    const ticket = issue();
    say(ticket, 'the-loop start');
    world.clock.advance(1000);
    world.github.closeIssue({ as: 'alice', on: ticket });
    world.github.reopenIssue({ as: 'alice', on: ticket });
    world.clock.advance(1000);
    say(ticket, 'the-loop pause');
    expect(await world.poll()).toEqual(['issue_comment created #1: the-loop pause']);
  });

  it('closed tickets and what is older than a week stay history', async () => {
    const [ended, old] = [issue(), issue()];
    say(ended, 'the-loop start');
    say(old, 'the-loop start');
    world.github.closeIssue({ as: 'alice', on: ended });
    world.clock.advance(8 * 24 * 3_600_000);
    expect(await world.poll()).toEqual([]);
  });

  it('reviews and pull requests that were there are history', async () => {
    const head = { ref: 'issue-1' };
    const change = world.github.openPullRequest({ as: 'alice', repo: 'octo/app', title: 'A change', head }).place;
    world.github.review({ as: 'bob', on: change, state: 'APPROVED' });
    world.clock.advance(5000);
    issue();
    expect(await world.poll()).toEqual([]);
    say(change, 'news');
    expect(await world.poll()).toEqual(['issue_comment created #1: news']);
  });
});
