import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { formerNames } from '../records/names.ts';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { keptUnder, OLD, renamed, start, TICKET } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send } from '../testing/world.ts';

describe('repository.renamed', () => {
  const ITEM = parseRef('github:acme/other#12');
  const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };
  const OWN = { repository: 'acme/app', number: 40, pullRequest: 'Closes #12' };

  it('moves its items, and pull requests wherever they are bound, without asking for anything', async () => {
    const world = createWorld();
    world.settings = { ...world.settings, takesOver: () => false };
    await play(world, start, pullRequest(OWN, 'opened'), pullRequest(FOREIGN, 'opened'), renamed());
    const record = (await portsOf(world).records.find(ITEM))?.record;
    expect(record).toMatchObject({ ref: 'github:acme/other#12', status: 'active' });
    expect(record?.bindings.map(({ ref }) => ref)).toEqual(['github:acme/other#40', 'github:octo/infra#7']);
    expect(await keptUnder(world, refKey(OLD))).toEqual([]);
    expect((await ends(world)).slice(3)).toEqual(['settled item-moved', 'settled item-moved', 'settled item-moved']);
    // The checkout stays where it is, for the conversation that knows it.
    expect(record?.cwd).toBe('/checkouts/github:acme/app#12');
    expect(world.followed).toContain('github:acme/app#12 -> github:acme/other#12');
  });

  it('moves the pull request of an item that is elsewhere', async () => {
    const world = createWorld();
    const elsewhere = { repository: 'acme/app', number: 40, pullRequest: 'Closes octo/tickets#1' };
    await play(
      world,
      comment({ repository: 'octo/tickets', number: 1 }, 'the-loop start'),
      pullRequest(elsewhere, 'opened'),
    );
    const item = parseRef('github:octo/tickets#1');
    const put = (key: string) => world.store.records.put('ledger', key, { value: {}, expectedRevision: null });
    await put(`${refKey(item)}/issue-1/acme__app/pr-40`);
    await play(world, renamed());
    const [owner] = await portsOf(world).records.owning([parseRef('github:acme/other#40')]);
    expect(owner?.record.bindings.map(({ ref }) => ref)).toEqual(['github:acme/other#40']);
    expect((await world.store.records.list('ledger')).map(({ key }) => key)).toEqual([
      `${refKey(item)}/issue-1/acme__other/pr-40`,
    ]);
  });

  it('lets deliveries that still use the old name through to the item', async () => {
    const world = createWorld();
    await play(world, start, renamed(), comment(TICKET, 'hello'));
    expect((await ends(world)).at(-1)).toBe('settled event-delivered');
  });

  it('gives nothing to another repository that takes the old name', async () => {
    const world = createWorld();
    const from = (id: number) => {
      const { event, payload } = comment(TICKET, 'hello');
      return { event, payload: { ...payload, repository: { ...(payload['repository'] as object), id } } };
    };
    await play(world, start, renamed(77), from(77), from(78));
    expect((await ends(world)).slice(-2)).toEqual(['settled event-delivered', 'dropped awaiting-start']);
  });

  it.each([
    ['hello', 'settled event-delivered'],
    ['the-loop start', 'settled already-running'],
  ])('is overtaken by no delivery that was stored before its items were told: %s', async (words, end) => {
    const world = createWorld();
    await play(world, start);
    const dispatcher = dispatcherOf(world);
    await send(world, renamed(), comment({ repository: 'acme/other', number: 12 }, words));
    await drain(world, dispatcher);
    expect((await ends(world))[2]).toBe(end);
    expect((await world.store.records.list('session')).map(({ key }) => key)).toEqual([refKey(ITEM)]);
    expect(await keptUnder(world, refKey(OLD))).toEqual([]);
    expect([...world.checkouts]).toEqual(['github:acme/other#12']);
    expect(await world.store.records.list('announced-move')).toEqual([]);
  });

  it('is overtaken by no delivery of a pull request either, nor after a crash in between', async () => {
    const world = createWorld();
    await play(world, start, pullRequest(OWN, 'opened'));
    const ledger = `${refKey(OLD)}/issue-12/pr-40`;
    await world.store.records.put('ledger', ledger, { value: {}, expectedRevision: null });
    await send(world, renamed(), comment({ repository: 'acme/other', number: 40, pullRequest: '' }, 'hello'));
    const ports = portsOf(world);
    const settle = () => Promise.reject(new Error('gone'));
    const broken = dispatcherOf(world, { inbox: { ...ports.inbox, settle } });
    await broken.start();
    await broken.idle();
    await broken.stop();
    await drain(world, await play(world));
    expect((await ends(world)).slice(1)).not.toContain('dropped awaiting-start');
    expect((await ends(world))[3]).toBe('settled event-delivered');
    expect((await ports.records.find(ITEM))?.record.bindings.map(({ ref }) => ref)).toEqual(['github:acme/other#40']);
    expect((await world.store.records.list('ledger')).map(({ key }) => key)).toEqual([
      `${refKey(ITEM)}/issue-12/pr-40`,
    ]);
    expect(await world.store.records.list('announced-move')).toEqual([]);
  });

  it('is told to an item that waits to be started', async () => {
    const world = createWorld();
    const dispatcher = dispatcherOf(world);
    await send(world, start, renamed(), comment({ repository: 'acme/other', number: 12 }, 'hello'));
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual([
      ...['settled session-spawned', 'settled item-moved', 'settled event-delivered', 'dropped no-news'],
    ]);
    expect((await world.store.records.list('session')).map(({ key }) => key)).toEqual([refKey(ITEM)]);
    expect(await world.store.records.list('announced-move')).toEqual([]);
  });

  it('is told to an item that has still to follow the move before', async () => {
    const world = createWorld();
    await play(world, start);
    const repository = { id: 77, full_name: 'acme/third', html_url: 'https://github.com/acme/third' };
    const again = { ...renamed().payload, repository, changes: { repository: { name: { from: 'other' } } } };
    const dispatcher = dispatcherOf(world);
    const third = { repository: 'acme/third', number: 12 };
    await send(world, renamed(), { event: 'repository', payload: again }, comment(third, 'hello'));
    await drain(world, dispatcher);
    const sessions = await world.store.records.list('session');
    expect(sessions.map(({ key }) => key)).toEqual([refKey(parseRef('github:acme/third#12'))]);
    expect((await ends(world))[3]).toBe('settled event-delivered');
    expect(await world.store.records.list('announced-move')).toEqual([]);
  });

  it('gives what it asks GitHub about a pull request the names of today', async () => {
    const world = createWorld();
    await play(world, start, pullRequest(OWN, 'opened'), renamed());
    const closing = { closing: () => Promise.resolve([ITEM]), pullRequest: () => Promise.resolve(null) };
    const dispatcher = dispatcherOf(world, { closing });
    await dispatcher.start();
    const updated_at = '2026-01-02T00:00:00Z';
    await send(world, pullRequest(OWN, 'ready_for_review', { node_id: 'PR_40', updated_at }));
    await drain(world, dispatcher);
    expect((await ends(world)).at(-1)).toBe('settled event-delivered');
    expect((await portsOf(world).records.find(ITEM))?.record.bindings.map(({ ref }) => ref)).toEqual([
      'github:acme/other#40',
    ]);
  });

  it('gives its name to what waits behind it already', async () => {
    const world = createWorld();
    await play(world, start, pullRequest(OWN, 'opened'));
    const dispatcher = dispatcherOf(world);
    await dispatcher.start();
    const key = refKey(OLD);
    await world.store.turns.put([{ key: 'turn', endpoint: key, lane: key, kind: 'event', prompt: 'p', createdAt: 1 }]);
    await world.store.turns.begin('turn', { pid: 1, startTime: 's', attempt: 1 });
    await send(world, renamed());
    dispatcher.notify();
    await dispatcher.idle();
    await send(world, pullRequest(FOREIGN, 'opened'), comment(TICKET, 'hello'));
    dispatcher.notify();
    await dispatcher.idle();
    await world.store.turns.finish('turn', { status: 'done', exitCode: 0, note: '' });
    await drain(world, dispatcher);
    expect((await ends(world)).at(-1)).toBe('settled event-delivered');
    const record = (await portsOf(world).records.find(ITEM))?.record;
    expect(record?.bindings.map(({ ref }) => ref)).toEqual(['github:acme/other#40', 'github:octo/infra#7']);
  });

  it('is told again when it gets the same name a second time', async () => {
    const world = createWorld();
    const repository = { id: 77, full_name: 'acme/app', html_url: 'https://github.com/acme/app' };
    const back = { ...renamed().payload, repository, changes: { repository: { name: { from: 'other' } } } };
    await play(world, start, renamed(), { event: 'repository', payload: back });
    await play(world, { event: 'repository', payload: { ...renamed().payload, again: true } });
    expect((await portsOf(world).records.find(ITEM))?.item).toEqual(ITEM);
    expect((await ends(world)).at(-1)).toBe('settled item-moved');
  });

  it('leaves no circle when it is renamed back', async () => {
    const world = createWorld();
    await play(world, start, renamed());
    const { payload } = renamed();
    const back = {
      ...payload,
      repository: { id: 77, full_name: 'acme/app', html_url: 'https://github.com/acme/app' },
      changes: { repository: { name: { from: 'other' } } },
    };
    await play(world, { event: 'repository', payload: back });
    expect((await portsOf(world).records.find(OLD))?.item).toEqual(OLD);
    expect(await formerNames(world.store.records)).toEqual([{ former: ITEM, current: OLD }]);
  });

  it('of a repository that nothing is kept of, and on a host that is not ours, is dropped', async () => {
    const world = createWorld();
    const repository = { full_name: 'acme/other', html_url: 'https://evil.example/acme/other' };
    await play(world, renamed(), { event: 'repository', payload: { ...renamed().payload, repository } });
    expect(await ends(world)).toEqual(['dropped no-session', 'dropped no-work-item']);
  });
});
