import { createSessionRecords } from '@the-loop/dispatcher';
import { parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { ITEM, type MemoryContext, memoryContext, withSession } from '../testing/memory-context.ts';
import { sessionsLinkPr } from './link-pr.ts';
import { sessionsUnlinkPr } from './unlink-pr.ts';

const boundTo = async ({ store }: MemoryContext): Promise<readonly string[]> => {
  const session = await createSessionRecords(store.records).find(ITEM);
  return session?.record.bindings.map(({ ref }) => ref) ?? [];
};
const told = async ({ store }: MemoryContext): Promise<readonly string[]> =>
  (await store.eventLog.query({ limit: 10 })).map(({ record }) => `${record.event} ${String(record['pull_request'])}`);

async function begun(): Promise<MemoryContext> {
  const world = memoryContext();
  await withSession(world);
  return world;
}

describe('sessions link-pr', () => {
  it.each([
    ['9', 'github:acme/app#9'],
    ['#9', 'github:acme/app#9'],
    ['acme/infra#9', 'github:acme/infra#9'],
    ['github:acme/infra#9', 'github:acme/infra#9'],
  ])('records %s once, and tells of it once', async (pullRequest, ref) => {
    const world = await begun();
    const link = () => sessionsLinkPr.invoke(world.context, { item: 'issue-7', pullRequest });
    expect(await link()).toMatchObject({ text: `recorded ${ref} as delivering github:acme/app#7`, exitCode: 0 });
    expect(await link()).toMatchObject({ result: { outcome: 'known' }, exitCode: 0 });
    expect(await boundTo(world)).toEqual(['github:acme/infra#3', ref]);
    expect(await told(world)).toEqual([`session.pr_linked ${ref}`]);
    const [owner] = await createSessionRecords(world.store.records).owning([parseRef(ref)]);
    expect(owner?.item).toEqual(ITEM);
  });

  it.each(['0', 'seven', 'acme/app#7'])('refuses %s', async (pullRequest) => {
    const world = await begun();
    const refused = sessionsLinkPr.invoke(world.context, { item: 'issue-7', pullRequest });
    await expect(refused).rejects.toMatchObject({ code: 'OPERATION_USAGE' });
    expect(await boundTo(world)).toEqual(['github:acme/infra#3']);
  });

  it('writes nothing for an item without a session', async () => {
    const world = memoryContext();
    const answer = await sessionsLinkPr.invoke(world.context, { item: 'acme/app#7', pullRequest: '9' });
    expect(answer).toMatchObject({ result: { outcome: 'no-session' }, exitCode: 1 });
    expect(await told(world)).toEqual([]);
  });

  it('takes the item of an agent from its token', async () => {
    const world = await begun();
    const context = {
      ...world.context,
      isAgent: true,
      memory: (use: Parameters<typeof world.context.memory>[0]) =>
        world.context.memory((memory) => use(memory && { ...memory, own: ITEM })),
    } as typeof world.context;
    await sessionsLinkPr.invoke(context, { item: 'issue-12', pullRequest: '9' });
    expect(await boundTo(world)).toContain('github:acme/app#9');
  });
});

describe('sessions unlink-pr', () => {
  it('takes a binding back, so that nobody owns the pull request', async () => {
    const world = await begun();
    const unlink = () => sessionsUnlinkPr.invoke(world.context, { item: 'issue-7', pullRequest: 'acme/infra#3' });
    expect(await unlink()).toMatchObject({ result: { outcome: 'unbound', checkout: '' }, exitCode: 0 });
    expect(await boundTo(world)).toEqual([]);
    expect(await createSessionRecords(world.store.records).owning([parseRef('github:acme/infra#3')])).toEqual([]);
    expect(await told(world)).toEqual(['session.pr_unlinked github:acme/infra#3']);
    expect(await unlink()).toMatchObject({ result: { outcome: 'not-bound' }, exitCode: 1 });
  });

  it('is for people only', async () => {
    const world = await begun();
    const refused = sessionsUnlinkPr.invoke(
      { ...world.context, isAgent: true },
      { item: 'issue-7', pullRequest: 'acme/infra#3' },
    );
    await expect(refused).rejects.toMatchObject({ code: 'OPERATION_AGENT_REFUSED' });
    expect(await boundTo(world)).toEqual(['github:acme/infra#3']);
  });
});
