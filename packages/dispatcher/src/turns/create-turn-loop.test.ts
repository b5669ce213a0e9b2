import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { createItemMoves } from '../moves/create-item-moves.ts';
import {
  DONE,
  end,
  FAILED,
  ITEM,
  keysOf,
  loopOf,
  OTHER,
  outcome,
  PULL,
  portsOf,
  put,
  settle,
  turnWorld,
} from '../testing/turn-world.ts';

describe('the turn loop', () => {
  it('runs one turn per conversation, in order, and conversations side by side up to the cap', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM], ['i2', ITEM], ['o1', OTHER], ['p1', PULL, ITEM]);
    loopOf(made).notify();
    await settle();
    expect(keysOf(made)).toEqual(['i1', 'o1']);
    await end(made, 'o1', DONE);
    expect(keysOf(made)).toEqual(['i1', 'p1']);
    await end(made, 'i1', DONE);
    expect(keysOf(made)).toEqual(['p1', 'i2']);
  });

  it('records the process before the agent learns its prompt, and the end with its exit code', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM]);
    loopOf(made).notify();
    await settle();
    expect(await made.store.turns.get('i1')).toMatchObject({
      status: 'running',
      pid: 100,
      startTime: 't',
      attempts: 1,
    });
    await end(made, 'i1', DONE);
    expect(await made.store.turns.get('i1')).toMatchObject({ status: 'finished', outcome: 'done', exitCode: 0 });
    expect((await made.sessions.find(ITEM))?.record.begun).toBe(true);
    expect(made.recorder.of('session.turn_started')).toMatchObject([{ harness: 'scripted', child_pid: 100 }]);
  });

  it('tries a failed turn again after a pause, before what waits behind it, and gives it up at the limit', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM], ['i2', ITEM]);
    loopOf(made, { maxAttempts: 2 }).notify();
    await settle();
    await end(made, 'i1', FAILED);
    expect(keysOf(made)).toEqual([]);
    made.clock.advance(5_000);
    await settle();
    expect(keysOf(made)).toEqual(['i1']);
    await end(made, 'i1', FAILED);
    expect(await outcome(made, 'i1')).toBe('finished failed: exited');
    expect(keysOf(made)).toEqual(['i2']);
    expect(made.finished).toEqual([['i1', false]]);
  });

  it('does not repeat what cannot help', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM]);
    loopOf(made).notify();
    await settle();
    await end(made, 'i1', { ...FAILED, outcome: 'not-started', retriable: false });
    expect(await outcome(made, 'i1')).toBe('finished failed: not-started');
  });

  it('holds the turns of a paused session until it goes on', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM]);
    await made.sessions.change(ITEM, { kind: 'pause' });
    const loop = loopOf(made);
    loop.notify();
    await settle();
    expect(keysOf(made)).toEqual([]);
    await made.sessions.change(ITEM, { kind: 'resume' });
    loop.notify();
    await settle();
    expect(keysOf(made)).toEqual(['i1']);
  });

  it('ends a conversation: the running turn is aborted and the waiting ones are given up', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM], ['i2', ITEM]);
    const loop = loopOf(made);
    loop.notify();
    await settle();
    await loop.end(refKey(ITEM), 'stop');
    expect(await outcome(made, 'i1')).toBe('finished failed: aborted');
    expect(await outcome(made, 'i2')).toBe('finished cancelled');
    await loop.end(refKey(ITEM), 'stop');
  });

  it('begins none in a conversation that got another name meanwhile', async () => {
    const world = await turnWorld();
    await put(world, ['a', ITEM]);
    const moves = createItemMoves(world.store);
    const to = parseRef('github:acme/next#3');
    const move = { item: ITEM, from: ITEM, to, of: 'item', repositoryId: null, holds: false } as const;
    const get: typeof world.store.records.get = async (kind, key) => {
      const found = await world.store.records.get(kind, key);
      if (kind === 'session' && key === refKey(ITEM)) await moves.move(move);
      return found;
    };
    const loop = loopOf(world, { ports: { ...portsOf(world), records: { get } } });
    await loop.start();
    await settle();
    expect(keysOf(world)).toEqual([]);
    expect(await world.store.turns.list({ limit: 9 })).toMatchObject([{ lane: refKey(to), status: 'waiting' }]);
    await world.sessions.change(to, { kind: 'resume' });
    loop.notify();
    await settle();
    expect(world.running.map(({ run }) => run.conversation.item)).toEqual([to]);
  });

  it('gives up turns whose session is gone', async () => {
    const made = await turnWorld();
    await put(made, ['x1', parseRef('github:acme/app#99')]);
    loopOf(made).notify();
    await settle();
    expect(await outcome(made, 'x1')).toBe('finished cancelled');
  });

  it('after a restart awaits what still runs and puts back what does not', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM], ['i2', ITEM], ['o1', OTHER]);
    for (const [key, pid] of [
      ['i1', 500],
      ['o1', 501],
    ] as const) {
      await made.store.turns.begin(key, { pid, startTime: 't', attempt: 1 });
    }
    made.alive.add(500);
    const loop = loopOf(made);
    await loop.start();
    await settle();
    expect(keysOf(made)).toEqual(['o1']);
    made.clock.advance(1_000);
    await settle();
    expect(await outcome(made, 'i1')).toBe('running');
    made.alive.delete(500);
    made.clock.advance(1_000);
    await settle();
    expect(await outcome(made, 'i1')).toBe('finished done');
    expect(keysOf(made)).toEqual(['o1', 'i2']);
  });

  it('ends an adopted process when its conversation is ended', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM]);
    await made.store.turns.begin('i1', { pid: 500, startTime: 't', attempt: 1 });
    made.alive.add(500);
    const loop = loopOf(made);
    await loop.start();
    await loop.end(refKey(ITEM), 'stop');
    expect(made.ended).toEqual([500]);
    expect(await outcome(made, 'i1')).toBe('finished cancelled');
  });

  it('when stopped leaves what runs to be adopted, or ends it and puts it back', async () => {
    const made = await turnWorld();
    await put(made, ['i1', ITEM]);
    const loop = loopOf(made);
    loop.notify();
    await settle();
    const stopped = loop.stop({ graceMs: 100, abort: false });
    made.clock.advance(100);
    await stopped;
    expect(await outcome(made, 'i1')).toBe('running');

    const other = await turnWorld();
    await put(other, ['i1', ITEM]);
    const second = loopOf(other);
    second.notify();
    await settle();
    await second.stop({ graceMs: 100, abort: true });
    expect(await outcome(other, 'i1')).toBe('waiting');
  });
});
