import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stored } from '../testing/deliveries.ts';
import { polledActs } from '../testing/polled-acts.ts';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';
import { createWorld, dispatcherOf, drain, ends, turnsOf, type World } from '../testing/world.ts';

/** A repository with a ticket that is worked on and its pull request, a poller of it, and whoever works on what is stored. */
async function open(hear: (polled: PolledWorld) => Promise<unknown> = (polled) => polled.poll()) {
  const polled = await createPolledWorld();
  onTestFinished(() => polled.close());
  const { github } = polled;
  github.addWebhook({ url: 'http://127.0.0.1:9/' });
  github.createRepository('octo/next', { collaborators: ['alice'] });
  await polled.poll();
  const world: World = { ...createWorld(), store: polled.store, clock: polled.clock };
  const dispatcher = dispatcherOf(world);
  await dispatcher.start();
  const acts = polledActs(() => polled);
  const work = async () => {
    const told = await hear(polled);
    await drain(world, dispatcher);
    return told;
  };
  const ticket = acts.issue();
  polled.clock.advance(1000);
  acts.say(ticket, 'the-loop start');
  await work();
  acts.pull('Closes #1');
  await work();
  return { polled, github, world, work, settle: () => drain(world, dispatcher), ...acts, ticket };
}

/** Everything that GitHub sent arrives. */
async function arrive({ github, store, clock }: PolledWorld): Promise<void> {
  clock.advance(60_000);
  await github.drained();
  await store.inbox.accept(github.deliveries().map((sent) => stored(sent, sent.guid, clock.now())));
}

/** What is kept, without times. */
async function keptBy(world: World) {
  const list = async (kind: string) => world.store.records.list(kind);
  const sessions = (await list('session')).map(({ key, value }) => {
    const { ref, status, cwd, bindings } = value as { bindings: { ref: string }[] } & Record<string, unknown>;
    return { key, ref, status, cwd, bindings: bindings.map((bound) => bound.ref) };
  });
  return {
    sessions,
    controls: (await list('control')).map(({ key }) => key),
    owners: (await list('owner')).map(({ key, value }) => [key, value]),
    names: (await list('moved')).map(({ key, value }) => [key, value]),
    checkouts: [...world.checkouts],
    followed: world.followed,
    turns: await turnsOf(world),
  };
}

describe('what polling alone and webhooks alone make of', () => {
  it.each([
    ['another name', 'octo/other#1', (polled: PolledWorld) => rename(polled, 'octo/other')],
    ['another owner', 'acme/app#1', (polled: PolledWorld) => rename(polled, 'acme/app')],
    [
      'an issue in another repository',
      'octo/next#1',
      ({ github }: PolledWorld) => github.transferIssue({ as: 'carol', on: 'octo/app#1', to: 'octo/next' }),
    ],
  ])('%s is the same', async (_, place, move) => {
    const kept = [];
    for (const hear of [arrive, (polled: PolledWorld) => polled.poll()]) {
      const { polled, world, work } = await open(hear);
      move(polled);
      await work();
      kept.push(await keptBy(world));
    }
    expect(kept[0]?.sessions).toMatchObject([{ ref: `github:${place}`, status: 'active' }]);
    expect(kept[0]?.names.length).toBeGreaterThan(0);
    expect(kept[1]).toEqual(kept[0]);
  });
});

function rename({ github }: PolledWorld, to: string, from = 'octo/app'): void {
  github.renameRepository({ from, to, as: 'carol' });
}

describe('a polled repository that is renamed', () => {
  it('is told once, and goes on to be read by its configured name', async () => {
    const { polled, work, say, world, github } = await open();
    rename(polled, 'octo/other');
    say('octo/other#1', 'hello');
    expect(await work()).toEqual(['repository renamed #0']);
    const [row] = await world.store.inbox.list({ event: 'repository', limit: 1 });
    const body = (await world.store.inbox.get(row?.id ?? 0))?.body;
    const payload = JSON.parse(new TextDecoder().decode(body)) as unknown;
    expect(payload).toMatchObject({
      repository: { id: expect.any(Number), full_name: 'octo/other' },
      changes: { repository: { name: { from: 'app' } } },
    });
    expect(await work()).toEqual(['issue_comment created #1: hello']);
    expect((await ends(world)).at(-1)).toBe('settled event-delivered');
    const before = github.requests().length;
    expect(await work()).toEqual([]);
    expect(
      github
        .requests()
        .slice(before)
        .map(({ path }) => path),
    ).toContain('/repos/octo/app/issues');
  });

  it('is told by one of both sources, whichever comes first', async () => {
    const { polled, world, work } = await open();
    rename(polled, 'octo/other');
    await arrive(polled);
    expect(await work()).toEqual([]);
    rename(polled, 'octo/third', 'octo/other');
    expect(await work()).toEqual(['repository renamed #0']);
    await arrive(polled);
    await work();
    expect((await world.store.records.list('session')).map(({ key }) => key)).toEqual([
      refKey(parseRef('github:octo/third#1')),
    ]);
  });

  it('is told again when it goes back and forth', async () => {
    const { polled, work } = await open();
    const names = ['octo/app', 'octo/other', 'octo/app', 'octo/other'];
    for (const [index, from] of names.slice(0, 3).entries()) {
      rename(polled, names[index + 1] ?? '', from);
      expect(await work()).toEqual(['repository renamed #0']);
      expect(await work()).toEqual([]);
    }
  });

  it('gives nothing to another repository that takes its name', async () => {
    const { polled, world, work, github, issue, say } = await open();
    rename(polled, 'octo/other');
    await work();
    const turns = await turnsOf(world);
    github.createRepository('octo/app', { collaborators: ['alice'] });
    polled.clock.advance(60_000);
    say(issue(), 'hello');
    await work();
    await work();
    expect((await ends(world)).at(-1)).toBe('dropped awaiting-start');
    expect(await turnsOf(world)).toEqual(turns);
    expect((await world.store.records.list('session')).map(({ key }) => key)).toEqual([
      refKey(parseRef('github:octo/other#1')),
    ]);
    expect((await world.store.inbox.list({ event: 'repository', limit: 10 })).length).toBe(1);
  });

  it('is read again when GitHub does not say which repository it is', async () => {
    const { polled, work, github, told, say } = await open();
    rename(polled, 'octo/other');
    say('octo/other#1', 'hello');
    const over = github.fail({ match: { path: '/graphql' }, behaviour: 'server-error', times: 50 });
    expect(await work()).toEqual([]);
    expect(told('poll.provider_error')).not.toEqual([]);
    over();
    expect(await work()).toEqual(['repository renamed #0']);
    expect(await work()).toEqual(['issue_comment created #1: hello']);
  }, 60_000);
});

describe('a polled ticket that is not there any more', () => {
  it('is told once as transferred, whatever became of it there', async () => {
    const { work, github, ticket, world } = await open();
    github.transferIssue({ as: 'carol', on: ticket, to: 'octo/next' });
    expect(await work()).toEqual(['issues transferred #1']);
    expect((await ends(world)).at(-1)).toBe('settled item-moved');
    expect(await work()).toEqual([]);
  });

  it('is not told where a webhook told it', async () => {
    const { polled, settle, github, ticket } = await open();
    github.transferIssue({ as: 'carol', on: ticket, to: 'octo/next' });
    await arrive(polled);
    await settle();
    expect(await polled.poll()).toEqual([]);
  });

  it('is left alone where it was deleted, and asked about once', async () => {
    const { work, github, ticket, world } = await open();
    github.deleteIssue({ as: 'alice', on: ticket });
    expect(await work()).toEqual([]);
    expect((await world.store.records.list('session')).length).toBe(1);
    const before = github.requests().length;
    await work();
    await work();
    const asked = github.requests().slice(before);
    expect(asked.map(({ path }) => path)).not.toContain('/repos/octo/app/issues/1');
  });

  it('is asked about again where GitHub gave no answer', async () => {
    const { work, github, ticket, told } = await open();
    github.transferIssue({ as: 'carol', on: ticket, to: 'octo/next' });
    const over = github.fail({ match: { path: '/repos/octo/app/issues/1' }, behaviour: 'unavailable', times: 50 });
    expect(await work()).toEqual([]);
    expect(told('poll.item_error')).not.toEqual([]);
    over();
    expect(await work()).toEqual(['issues transferred #1']);
  }, 60_000);
});

it('25 items that are worked on and do not change cost at most 4 requests a cycle', async () => {
  const { polled, work, issue, pull, say, github } = await open();
  for (let count = 0; count < 20; count += 1) say(issue(), 'the-loop start');
  for (let count = 3; count < 6; count += 1) pull(`Closes #${count}`);
  for (let cycle = 0; cycle < 3; cycle += 1) await work();
  const before = github.requests().length;
  expect(await polled.poll()).toEqual([]);
  expect(
    github
      .requests()
      .slice(before)
      .map(({ status }) => status),
  ).toEqual([304, 304, 304, 200]);
});
