import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { polledActs } from '../testing/polled-acts.ts';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';

let world: PolledWorld;

beforeEach(async () => {
  world = await createPolledWorld();
});
afterEach(() => world.close());

const { issue, say, pull, told } = polledActs(() => world);

describe('polling that is disturbed', () => {
  beforeEach(() => world.poll());

  it('161: a read that fails is read again by the next cycle, and is no silence', async () => {
    const change = pull();
    await world.poll();
    world.github.review({ as: 'bob', on: change, state: 'APPROVED', body: 'fine' });
    say(change, 'and a word');
    const over = world.github.fail({ match: { path: /\/pulls\/1$/ }, behaviour: 'unavailable', times: 50 });
    expect(await world.poll()).toEqual([]);
    expect(told('poll.item_error')).not.toEqual([]);
    over();
    expect((await world.poll()).toSorted()).toEqual([
      'issue_comment created #1: and a word',
      'pull_request_review submitted #1',
    ]);
    expect(await world.poll()).toEqual([]);
  }, 60_000);

  it('162: a list that fails ends nothing and moves nothing', async () => {
    const ticket = issue();
    await world.poll();
    world.github.closeIssue({ as: 'alice', on: ticket });
    const over = world.github.fail({ match: { path: '/repos/octo/app/issues' }, behaviour: 'forbidden', times: 50 });
    expect(await world.poll()).toEqual([]);
    expect(told('poll.provider_error')).toMatchObject([{ will_retry: true }]);
    over();
    expect(await world.poll()).toEqual(['issues closed #1']);
  });

  it('164: what is open or gone is kept, and what ended is ended, also while nobody looked', async () => {
    const [open, ended, gone] = [issue(), issue(), issue()];
    const change = pull();
    await world.poll();
    world.github.closeIssue({ as: 'alice', on: ended });
    world.github.merge({ as: 'alice', on: change });
    world.github.deleteIssue({ as: 'alice', on: gone });
    world.clock.advance(10 * 24 * 3_600_000);
    expect(await world.poll()).toEqual(['pull_request closed #4', 'issues closed #2']);
    expect(open).toBe('octo/app#1');
  });

  it('163: stopped in the middle it tells nothing, and the next process tells it all', async () => {
    const changes = [pull(), pull()];
    for (const change of changes) say(change, 'a word');
    const stopping = world.another();
    const held = world.github.until(() => world.github.requests().some(({ path }) => path.endsWith('/pulls/1')));
    const cycle = stopping.cycle();
    await held;
    await Promise.all([stopping.stop(), cycle]);
    expect(await world.payloads()).toEqual([]);
    expect(told('poll.cycle').at(-1)).toMatchObject({ interrupted: true });
    expect(await world.poll()).toHaveLength(4);
  });

  it('a process that ended between storing and moving its cursors tells nothing twice', async () => {
    say(issue(), 'the-loop start');
    const broken = { ...world.store.records, put: () => Promise.reject(new Error('ended')) };
    await world.another({ store: broken }).cycle();
    expect(await world.payloads()).toHaveLength(2);
    expect(await world.poll()).toEqual([]);
  });

  it('a pull request that is gone when it is read holds up nothing', async () => {
    const change = pull();
    say(change, 'a word');
    const over = world.github.fail({ match: { path: /\/pulls\/1$/ }, behaviour: 'not-found', times: 9 });
    expect(await world.poll()).toEqual([]);
    over();
    issue();
    expect(await world.poll()).toEqual(['issues opened #2']);
    expect(told('poll.item_error')).toEqual([]);
  });
});

it('a host of which little may be asked is left alone for a while', async () => {
  const resetAt = world.clock.now() + 3_600_000;
  const tight = { limit: 5000, remaining: 600, resetAt };
  const rate = async (host: string) => ({ ...(await world.operations.rate(host)), tightest: tight });
  const poller = world.another({ github: { ...world.operations, rate } });
  const asked = () => world.github.requests().length;
  await poller.cycle();
  const before = asked();
  // 3 requests of the 100 that polling may still use: 3 % of the hour.
  world.clock.advance(100_000);
  await poller.cycle();
  expect(asked()).toBe(before);
  world.clock.advance(10_000);
  await poller.cycle();
  expect(asked()).toBe(before + 3);
});
