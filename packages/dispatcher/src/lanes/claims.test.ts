import { parseRef, refKey } from '@the-loop/graph-core';
import { createMemoryStore } from '@the-loop/store';
import { describe, expect, it } from 'vitest';
import { createDispatcher, type DispatcherPorts } from '../create-dispatcher.ts';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send, turnsOf, type World } from '../testing/world.ts';
import { createClaims } from './claims.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const OTHER = { repository: 'acme/app', number: 13 };

/** One of several dispatchers over the same inbox. */
function sharer(world: World, owner: string, change: Parameters<typeof portsOf>[1] = {}) {
  return createDispatcher({ ports: portsOf(world, change), settings: () => world.settings, owner, shared: true });
}

/** A graph whose start waits until it is let go. */
function heldGraph(world: World) {
  let letGo = (): void => undefined;
  let isAsked = false;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const start = async (...args: Parameters<typeof world.graph.start>) => {
    isAsked = true;
    await held;
    return world.graph.start(...args);
  };
  return { graph: { ...world.graph, start }, letGo: () => letGo(), isAsked: () => isAsked };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await Promise.resolve();
}

describe('claims on rows', () => {
  it('let two dispatchers share an inbox, each row once', async () => {
    const world = createWorld();
    const many = Array.from({ length: 40 }, (_, n) =>
      comment({ repository: 'acme/app', number: 1 + (n % 5) }, n < 5 ? 'the-loop start' : `word ${n}`),
    );
    await send(world, ...many);
    const both = [sharer(world, 'a'), sharer(world, 'b')];
    await Promise.all(both.map((each) => each.start()));
    await Promise.all(both.map((each) => drain(world, each)));
    await Promise.all(both.map((each) => drain(world, each)));
    expect(await world.store.inbox.count()).toEqual({ open: 0, settled: 40, dropped: 0, dead: 0 });
    expect(await turnsOf(world)).toHaveLength(35);
  });

  it('are kept while a row is worked on for longer than the lease', async () => {
    const world = createWorld();
    const { graph, letGo } = heldGraph(world);
    const slow = sharer(world, 'slow', { graph });
    await send(world, comment(TICKET, 'the-loop start'));
    await slow.start();
    await until(() => slow.counts().running === 1);
    for (let minute = 0; minute < 10; minute += 1) {
      world.clock.advance(30_000);
      await until(async () => ((await world.store.inbox.get(1))?.leaseUntil ?? 0) > world.clock.now() + 30_000);
    }
    expect(await world.store.inbox.claim({ owner: 'eager', limit: 9, leaseMs: 1 })).toEqual([]);
    letGo();
    await slow.idle();
    expect(await ends(world)).toEqual(['settled session-spawned']);
  });

  it('that ran out leave the row to whoever claimed it since', async () => {
    const world = createWorld();
    const { graph, letGo, isAsked } = heldGraph(world);
    const frozen = sharer(world, 'frozen', { graph, clock: { ...world.clock, after: () => () => undefined } });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'and then'));
    await frozen.start();
    await until(isAsked);
    world.clock.advance(120_000);
    const next = sharer(world, 'next');
    await next.start();
    await drain(world, next);
    const before = await ends(world);
    expect(before).toEqual(['settled session-spawned', 'settled event-delivered']);
    letGo();
    await frozen.idle();
    expect(await ends(world)).toEqual(before);
    expect(await turnsOf(world)).toHaveLength(1);
    expect(world.recorder.of('dispatch.lost')).toHaveLength(2);
  });

  it('of a run that died are void for the only dispatcher there is', async () => {
    const world = createWorld();
    await send(world, comment(TICKET, 'the-loop stop'));
    await world.store.inbox.claim({ owner: 'died', limit: 9, leaseMs: 3_600_000 });
    await play(world);
    await drain(world, await play(world));
    expect(await ends(world)).toEqual(['settled nothing-to-stop']);
  });

  it('of a run that died are void before anything is claimed, also for what comes in before the start', async () => {
    const world = createWorld();
    const { inbox } = world.store;
    await send(world, comment(TICKET, 'first'));
    await inbox.claim({ owner: 'who died', limit: 1, leaseMs: 60_000 });
    await send(world, comment(TICKET, 'second'));
    let faults = 1;
    const release: typeof inbox.release = async (owner) => {
      faults -= 1;
      if (faults === 0) throw new Error('locked');
      return inbox.release(owner);
    };
    const { clock, emit } = portsOf(world);
    const ports = { inbox: { ...inbox, release }, clock, emit };
    const claims = createClaims(ports, { owner: 'me', shared: false, renewed: () => undefined });
    await expect(claims.next(9)).rejects.toThrow('locked');
    expect((await claims.next(9)).map(({ id }) => id)).toEqual([1, 2]);
    await claims.resume();
    expect((await inbox.get(1))?.claimedBy).toBe('me');
  });

  it('outlast a sleep of the machine, where time jumps and timers do not', async () => {
    const world = createWorld();
    const { graph, letGo, isAsked } = heldGraph(world);
    let slept = 0;
    const clock = {
      now: () => world.clock.now() + slept,
      after: (ms: number, task: () => void) => world.clock.after(ms, task),
    };
    const store = createMemoryStore({ now: () => new Date(clock.now()) });
    const asleep = { ...world, store };
    const dispatcher = sharer(asleep, 'only', { graph, clock });
    await send(asleep, comment(TICKET, 'the-loop start'));
    await dispatcher.start();
    await until(isAsked);
    slept = 3_600_000;
    await send(asleep, comment(OTHER, 'the-loop stop'));
    dispatcher.notify();
    await until(async () => (await store.inbox.count()).settled === 1);
    letGo();
    await drain(asleep, dispatcher);
    expect(await ends(asleep)).toEqual(['settled session-spawned', 'settled nothing-to-stop']);
    expect(world.recorder.of('dispatch.lost')).toEqual([]);
  });

  it('of a batch are all taken, although the store fails at one', async () => {
    const world = createWorld();
    let faults = 2;
    const fails = () => (faults-- > 0 ? Promise.reject(new Error('disk')) : null);
    const { inbox: healthy } = world.store;
    const inbox: DispatcherPorts['inbox'] = {
      ...healthy,
      get: (id) => fails() ?? healthy.get(id),
      retry: (id, failure) => fails() ?? healthy.retry(id, failure),
    };
    const dispatcher = dispatcherOf(world, { inbox });
    await send(world, ...[1, 2, 3].map((number) => comment({ repository: 'acme/app', number }, 'the-loop stop')));
    dispatcher.notify();
    await dispatcher.idle();
    while ((await world.store.inbox.count()).open > 0 && world.clock.next()) await drain(world, dispatcher);
    expect(await ends(world)).toEqual(Array.from({ length: 3 }, () => 'settled nothing-to-stop'));
  });

  it('on one row are told apart by their fence', async () => {
    const world = createWorld();
    await send(world, comment(TICKET, 'the-loop stop'));
    const options = { owner: 'a', shared: true, renewed: () => undefined };
    const claims = createClaims(portsOf(world), options);
    const [first] = await claims.next(1);
    world.clock.advance(120_000);
    await world.store.inbox.claim({ owner: 'b', limit: 1, leaseMs: 1 });
    await world.store.inbox.release('b');
    const [again] = await claims.next(1);
    if (first === undefined || again === undefined) throw new Error('nothing was claimed');
    expect([claims.holds(first), claims.holds(again)]).toEqual([false, true]);
    claims.letGo(first);
    expect([claims.holds(again), claims.count()]).toEqual([true, 1]);
    claims.letGo(again);
    expect(claims.count()).toBe(0);
  });

  it('are given back at a stop', async () => {
    const world = createWorld();
    const { graph, letGo } = heldGraph(world);
    const first = sharer(world, 'first', { graph });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'later'));
    await first.start();
    await until(() => first.counts().rows === 2);
    const stopped = first.stop();
    letGo();
    await stopped;
    const second = sharer(world, 'second');
    await second.start();
    await drain(world, second);
    expect(await ends(world)).toEqual(['settled session-spawned', 'settled event-delivered']);
  });

  it('end with a row that a person drops meanwhile', async () => {
    const world = createWorld();
    const { graph, letGo } = heldGraph(world);
    const dispatcher = dispatcherOf(world, { graph });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'dropped'), comment(OTHER, 'the-loop stop'));
    await dispatcher.start();
    await until(() => dispatcher.counts().rows >= 2 && dispatcher.counts().running >= 1);
    await world.store.inbox.settle(2, { status: 'dropped', reason: 'by a person' });
    letGo();
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual(['settled session-spawned', 'dropped by a person', 'settled nothing-to-stop']);
    expect(world.recorder.of('dispatch.lost')).toHaveLength(1);
  });
});

it('a row whose weak ref has moved waits in the lane of where it moved to', async () => {
  const world = createWorld();
  const moved = parseRef('github:acme/app2#15');
  world.existence.set(refKey(parseRef('github:acme/app#15')), { kind: 'exists', ref: moved });
  const head = { ref: 'issue-15', sha: 'a'.repeat(40), repo: { full_name: 'acme/app' } };
  await play(world, comment({ repository: 'acme/app2', number: 15 }, 'the-loop start'));
  await play(world, pullRequest({ repository: 'acme/app', number: 40, pullRequest: '' }, 'opened', { head }));
  const lanes = (await world.store.inbox.list({ limit: 9 })).map(({ lane }) => lane);
  expect(lanes).toEqual([refKey(moved), refKey(moved)]);
});
