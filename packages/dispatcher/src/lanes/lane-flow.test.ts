import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, pullRequest, stored } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send, turnsOf } from '../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const OTHER = { repository: 'acme/app', number: 13 };
const KEY = refKey(parseRef('github:acme/app#12'));
const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };

describe('rows on their way', () => {
  it('that come in one batch are worked through in order', async () => {
    const world = createWorld();
    const dispatcher = dispatcherOf(world);
    const texts = ['the-loop start', 'one', 'two', 'the-loop pause', 'three', 'the-loop resume', 'four'];
    await send(world, ...texts.map((text) => comment(TICKET, text)));
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual([
      'settled session-spawned',
      'settled event-delivered',
      'settled event-delivered',
      'settled session-held',
      'settled answer-recorded',
      'settled session-resumed',
      'settled event-delivered',
    ]);
    expect(dispatcher.counts()).toEqual({ lanes: 0, rows: 0, running: 0 });
  });

  it('follow the row that will say whose they are', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start'));
    const dispatcher = dispatcherOf(world);
    await send(world, pullRequest(FOREIGN, 'opened'), comment({ ...FOREIGN, pullRequest: '' }, 'unlinked by now'));
    await drain(world, dispatcher);
    expect((await ends(world)).slice(1)).toEqual(['settled endpoint-spawned', 'settled event-delivered']);
  });

  it('are one when two sources bring the same comment', async () => {
    const world = createWorld();
    const said = comment(TICKET, 'hello');
    await play(world, comment(TICKET, 'the-loop start'), said);
    await play(world, { ...said, payload: { ...said.payload, extra: 'another source' } });
    expect((await ends(world)).slice(1)).toEqual(['settled event-delivered', 'dropped duplicate-logical']);
    expect(await turnsOf(world)).toHaveLength(1);
  });

  it('take nothing from another account that has an authorized login by now, and name it', async () => {
    const world = createWorld();
    const pins = new Map<string, number>();
    const identities = {
      pinned: () => pins,
      pin: (_host: string, { login, id }: { login: string; id: number }) =>
        Promise.resolve(pins.set(login, pins.get(login) ?? id)).then(() => undefined),
    };
    const dispatcher = dispatcherOf(world, { identities });
    const taken = comment(TICKET, 'the-loop start');
    const impostor = { login: 'Alice', id: 99 };
    const words = taken.payload['comment'] as object;
    await send(world, comment(TICKET, 'the-loop stop'));
    await send(world, {
      ...taken,
      payload: { ...taken.payload, comment: { ...words, user: impostor }, sender: impostor },
    });
    await drain(world, dispatcher);
    expect([...pins]).toEqual([['alice', 7]]);
    expect(await ends(world)).toEqual(['settled nothing-to-stop', 'dropped unauthorized-actor']);
    expect(world.recorder.of('routing.identity_refused')).toMatchObject([
      { actor: 'Alice', actor_id: 99, pinned_id: 7 },
    ]);
  });

  it.each([
    ['the-loop execute', [{ actor: 'the-loop-bot', command: 'execute', work_items: ['github:acme/app#12'] }]],
    ['the-loop execute\n\n<!-- the-loop:agent-comment -->', []],
    ['what else is to be done', []],
  ])(
    '20-hooks A2: "%s" under our own login does nothing, and a command without our mark is an alert',
    async (body, alerts) => {
      const world = createWorld();
      const ours = { login: 'the-loop-bot', id: 1 };
      const taken = comment(TICKET, body);
      const words = taken.payload['comment'] as object;
      await play(world, { ...taken, payload: { ...taken.payload, comment: { ...words, user: ours }, sender: ours } });
      expect(await ends(world)).toEqual(['dropped self-authored']);
      expect(world.recorder.of('security.identity_violation')).toMatchObject(alerts);
      expect(world.recorder.of('security.identity_violation')).toHaveLength(alerts.length);
    },
  );

  it('A13: a foreign pull request that closes an item nobody started starts nothing and writes nothing', async () => {
    const world = createWorld();
    await play(world, pullRequest(FOREIGN, 'opened'), pullRequest(FOREIGN, 'closed', { merged: true }));
    expect(world.graph.loops.size).toBe(0);
    expect(await turnsOf(world)).toEqual([]);
    expect(await world.store.outbox.count()).toMatchObject({ waiting: 0, done: 0 });
    expect(world.checkouts.size).toBe(0);
  });

  it('A2: a captured signed body under a fresh delivery id is dropped', async () => {
    const world = createWorld();
    const said = comment(TICKET, 'the-loop stop');
    await play(world, said, said);
    expect(await ends(world)).toEqual(['settled nothing-to-stop', 'dropped duplicate-body']);
  });

  it('wait with a growing pause, then are set aside with the reason, and their lane goes on', async () => {
    const world = createWorld();
    const started = world.clock.now();
    const graph = { ...world.graph, start: () => Promise.reject(new Error('secret remote text')) };
    const dispatcher = dispatcherOf(world, { graph });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'next'), comment(OTHER, 'the-loop stop'));
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual(['dead unexpected Error', 'settled event-delivered', 'settled nothing-to-stop']);
    expect(world.clock.now() - started).toBe(1000 + 2000 + 4000 + 8000);
    const faults = world.recorder.of('dispatch.error');
    expect(faults.map((fault) => fault.will_retry)).toEqual([true, true, true, true, false]);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });

  it('that wait are not overtaken after a restart', async () => {
    const world = createWorld();
    let broken = true;
    const graph = {
      ...world.graph,
      start: (...args: Parameters<typeof world.graph.start>) =>
        broken ? Promise.reject(new Error('not yet')) : world.graph.start(...args),
    };
    const first = dispatcherOf(world, { graph });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'second'));
    first.notify();
    await first.idle();
    await first.stop();
    broken = false;
    const second = dispatcherOf(world, { graph });
    await second.start();
    await second.idle();
    expect(await ends(world)).toEqual(['open', 'open']);
    await drain(world, second);
    expect(await ends(world)).toEqual(['settled session-spawned', 'settled event-delivered']);
  });

  it('with an unreadable body are set aside, and nothing else is', async () => {
    const world = createWorld();
    const broken = {
      ...stored(comment(TICKET, 'x'), 'broken', world.clock.now()),
      body: new TextEncoder().encode('{'),
    };
    await world.store.inbox.accept([broken]);
    const dispatcher = dispatcherOf(world);
    await send(world, comment(OTHER, 'the-loop stop'));
    await drain(world, dispatcher);
    while (world.clock.next()) await drain(world, dispatcher);
    expect(await ends(world)).toEqual([
      'dead DISPATCH_BODY_UNREADABLE: the body of delivery broken is not JSON',
      'settled nothing-to-stop',
    ]);
  });

  it('left at a stop stay open, and are named', async () => {
    const world = createWorld();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const graph = {
      ...world.graph,
      start: async (...args: Parameters<typeof world.graph.start>) => {
        await held;
        return world.graph.start(...args);
      },
    };
    const dispatcher = dispatcherOf(world, { graph });
    const [, second] = await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'later'));
    await dispatcher.start();
    await until(() => dispatcher.counts().rows === 2);
    const stopped = dispatcher.stop();
    release();
    await stopped;
    expect(await ends(world)).toEqual(['settled session-spawned', 'open']);
    expect(world.recorder.of('dispatch.abandoned')).toMatchObject([{ count: 1, delivery_ids: [second] }]);
    await drain(world, await play(world));
    expect(await ends(world)).toEqual(['settled session-spawned', 'settled event-delivered']);
  });

  it('are all worked through when there are far more than fit in memory', async () => {
    const world = createWorld();
    const { createDispatcher } = await import('../create-dispatcher.ts');
    const dispatcher = createDispatcher({ ports: portsOf(world), settings: () => world.settings, window: 4 });
    const many = Array.from({ length: 100 }, (_, n) =>
      comment({ repository: 'acme/app', number: 1 + (n % 7) }, 'the-loop stop'),
    );
    await send(world, ...many);
    await drain(world, dispatcher);
    expect(await world.store.inbox.count()).toMatchObject({ open: 0, settled: 100 });
    expect(dispatcher.counts().lanes).toBe(0);
  });

  it('see a revoked login at once', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start', 'bob'));
    world.settings = { ...world.settings, route: { ...world.settings.route, authorizedUsers: ['alice'] } };
    await play(world, comment(TICKET, 'hello', 'bob'));
    expect(await ends(world)).toEqual(['settled session-spawned', 'dropped unauthorized-actor']);
  });

  it('go on although a store fault hit the end of one', async () => {
    const world = createWorld();
    let faults = 2;
    const inbox = {
      ...world.store.inbox,
      claim: (...args: Parameters<typeof world.store.inbox.claim>) => world.store.inbox.claim(...args),
      get: (id: number) => world.store.inbox.get(id),
      decided: (...args: Parameters<typeof world.store.inbox.decided>) => world.store.inbox.decided(...args),
      retry: (...args: Parameters<typeof world.store.inbox.retry>) => world.store.inbox.retry(...args),
      dead: (...args: Parameters<typeof world.store.inbox.dead>) => world.store.inbox.dead(...args),
      seen: (...args: Parameters<typeof world.store.inbox.seen>) => world.store.inbox.seen(...args),
      settle: (...args: Parameters<typeof world.store.inbox.settle>) =>
        faults-- > 0 ? Promise.reject(new Error('disk')) : world.store.inbox.settle(...args),
    };
    const dispatcher = dispatcherOf(world, { inbox });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'hello'));
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual(['settled session-spawned', 'settled event-delivered']);
    expect(await turnsOf(world)).toEqual([`event ${KEY}`]);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Promise.resolve();
}
