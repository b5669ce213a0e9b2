import { type Store } from '@the-loop/store';
import { describe, expect, it } from 'vitest';
import { graphStart } from '../graph/start.ts';
import { folderContext } from '../testing/folder-context.ts';
import { LANE, memoryContext, NOW, withSession } from '../testing/memory-context.ts';
import { outboxFlush } from './flush.ts';
import { outboxList } from './list.ts';
import { outboxRetry } from './retry.ts';

type World = ReturnType<typeof memoryContext>;

async function put({ store }: World, key: string): Promise<void> {
  await store.outbox.put([
    {
      key,
      lane: LANE,
      host: 'github.com',
      kind: 'comment',
      payload: { kind: 'comment', ref: 'github:acme/app#7', body: 'private words', purpose: 'hint' },
      createdAt: NOW,
      source: { deliveryId: 'd', item: 'github:acme/app#7' },
    },
  ]);
}

async function failed(world: World, key: string, end: 'waiting' | 'dead'): Promise<void> {
  await put(world, key);
  await world.store.outbox.begin(key);
  await world.store.outbox.retry(key, { error: 'GitHub answers 502', notBefore: NOW + 60_000 });
  if (end === 'dead') await world.store.outbox.dead(key, 'GitHub refuses it');
}

/** A service whose writes succeed. */
async function writeAll({ outbox }: Store): Promise<void> {
  for (const { key } of await outbox.due(NOW, 100)) {
    await outbox.begin(key);
    await outbox.done(key, { id: '1', url: `https://github.com/acme/app/issues/7#${key}`, by: 'the-loop[bot]' });
  }
}

describe('outbox list', () => {
  it('shows what is not done, when it is tried again and why, and never the words', async () => {
    const world = memoryContext();
    await put(world, 'a');
    await writeAll(world.store);
    await failed(world, 'b', 'waiting');
    const { text, result } = await outboxList.invoke(world.context, {});
    expect(result).toMatchObject({ writes: [{ key: 'b', about: 'github:acme/app#7, hint', attempts: 1 }] });
    expect(text).toContain('tried 1×, again at 2026-01-02T03:05:05Z: GitHub answers 502');
    expect(text).toContain('1 waiting, 0 in flight, 0 dead, 1 done');
    expect(JSON.stringify(result)).not.toContain('private words');
  });

  it('shows where those that are done stand', async () => {
    const world = memoryContext();
    await put(world, 'a');
    await writeAll(world.store);
    const { text } = await outboxList.invoke(world.context, { status: 'done' });
    expect(text).toContain('https://github.com/acme/app/issues/7#a');
  });

  it('is about one work item when asked', async () => {
    const world = memoryContext();
    await withSession(world);
    await put(world, 'a');
    const { result } = await outboxList.invoke(world.context, { workItem: 'acme/infra#3' });
    expect(result).toMatchObject({ writes: [{ workItem: 'github:acme/app#7' }] });
    const other = await outboxList.invoke(world.context, { workItem: 'acme/app#8', status: 'all' });
    expect(other.result).toMatchObject({ writes: [] });
  });

  it('shows what a verb at a terminal left, where no service has run', async () => {
    const folder = folderContext();
    await graphStart.invoke(folder.context, { item: 'issue-7', ref: 'github:acme/app#7' });
    const { result, text } = await outboxList.invoke(folder.context, {});
    folder.remove();
    expect(result).toMatchObject({
      counts: null,
      writes: expect.arrayContaining([expect.objectContaining({ workItem: 'issue-7' })]),
    });
    expect(text).toMatch(/\d in this checkout; try them with: the-loop outbox flush --repo \.$/);
  });
});

describe('outbox flush', () => {
  it('makes now what was to be tried later', async () => {
    const world = memoryContext({ flush: writeAll });
    await failed(world, 'a', 'waiting');
    expect(await world.store.outbox.due(NOW, 10)).toEqual([]);
    const { result, exitCode } = await outboxFlush.invoke(world.context, {});
    expect(result).toEqual({ done: 1, waiting: 0, dead: 0, tried: true });
    expect(exitCode).toBe(0);
    expect(await world.store.outbox.get('a')).toMatchObject({ attempts: 2 });
  });

  it('fails while something waits', async () => {
    const world = memoryContext();
    await failed(world, 'a', 'waiting');
    const { text, exitCode } = await outboxFlush.invoke(world.context, {});
    expect(text).toBe('0 writes done; 1 write waits');
    expect(exitCode).toBe(1);
  });

  it('says that only a service writes what a service stored', async () => {
    const world = memoryContext({ isRunning: false });
    await put(world, 'a');
    const { text, exitCode } = await outboxFlush.invoke(world.context, {});
    expect(text).toBe('nothing was tried, because no service runs (the-loop up); 1 write waits');
    expect(exitCode).toBe(1);
  });
});

describe('outbox retry', () => {
  it('lets a dead write wait again, by its number or its key, and tries it', async () => {
    const world = memoryContext({ flush: writeAll });
    await failed(world, 'a', 'dead');
    await failed(world, 'b', 'dead');
    const { text, exitCode } = await outboxRetry.invoke(world.context, { id: '1' });
    expect(text).toBe('write 1 is done; https://github.com/acme/app/issues/7#a');
    expect(exitCode).toBe(0);
    await outboxRetry.invoke(world.context, { id: 'b' });
    expect(await world.store.outbox.count()).toMatchObject({ done: 2, dead: 0 });
  });

  it('fails when the write is given up again', async () => {
    const world = memoryContext({ flush: ({ outbox }) => outbox.dead('a', 'GitHub refuses it').then(() => undefined) });
    await failed(world, 'a', 'dead');
    const { text, exitCode } = await outboxRetry.invoke(world.context, { id: 'a' });
    expect(text).toBe('write 1 is dead; GitHub refuses it');
    expect(exitCode).toBe(1);
  });

  it('takes all of them at once when asked', async () => {
    const world = memoryContext({ flush: writeAll });
    expect((await outboxRetry.invoke(world.context, { all: true })).text).toBe('no write was given up');
    await failed(world, 'a', 'dead');
    await failed(world, 'b', 'waiting');
    const { result } = await outboxRetry.invoke(world.context, { all: true });
    expect(result).toMatchObject({ writes: [{ key: 'a', status: 'done' }] });
    expect(await world.store.outbox.get('b')).toMatchObject({ status: 'waiting' });
  });

  it('says that a stopped service tries it later', async () => {
    const world = memoryContext({ isRunning: false });
    await failed(world, 'a', 'dead');
    const { text, exitCode } = await outboxRetry.invoke(world.context, { id: 'a' });
    expect(text).toMatch(/^write 1 is waiting; its last fault was: GitHub /);
    expect(exitCode).toBe(0);
  });

  it.each([{}, { id: '1', all: true }])('refuses %j', async (input) => {
    await expect(outboxRetry.invoke(memoryContext().context, input)).rejects.toMatchObject({ code: 'OPERATION_USAGE' });
  });

  it.each([
    ['waiting', 'OPERATION_WRITE_STATUS'],
    ['unheard-of', 'OPERATION_WRITE_UNKNOWN'],
    ['99', 'OPERATION_WRITE_UNKNOWN'],
  ])('refuses "%s"', async (id, code) => {
    const world = memoryContext();
    await put(world, 'waiting');
    await expect(outboxRetry.invoke(world.context, { id })).rejects.toMatchObject({ code });
  });

  it('is not for agents, and neither is flush', async () => {
    const world = memoryContext();
    const context = { ...world.context, isAgent: true };
    await expect(outboxRetry.invoke(context, { id: '1' })).rejects.toMatchObject({ code: 'OPERATION_AGENT_REFUSED' });
    await expect(outboxFlush.invoke(context, {})).rejects.toMatchObject({ code: 'OPERATION_AGENT_REFUSED' });
    expect(world.asked).toEqual([]);
  });
});
