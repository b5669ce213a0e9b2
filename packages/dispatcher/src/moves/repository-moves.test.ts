import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { formerNames } from '../records/names.ts';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { keptUnder, OLD, renamed, start, TICKET } from '../testing/moved.ts';
import { createWorld, ends, play, portsOf } from '../testing/world.ts';

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
    await play(world, start, renamed(77));
    const { event, payload } = comment(TICKET, 'hello');
    const squatter = { ...(payload['repository'] as object), id: 78 };
    await play(world, { event, payload: { ...payload, repository: squatter } });
    expect((await ends(world)).at(-1)).toBe('dropped awaiting-start');
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
