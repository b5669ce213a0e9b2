import { refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { currentName } from '../records/names.ts';
import { comment, issue } from '../testing/deliveries.ts';
import { keptUnder, NEW, NEW_TICKET, OLD, putTurn, start, TICKET, transferred } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send, turnsOf, writesOf } from '../testing/world.ts';

describe('issues.transferred', () => {
  it('moves everything that is kept of the item, and tells its agent nothing', async () => {
    const world = createWorld();
    const put = (kind: string, key: string, value: unknown) =>
      world.store.records.put(kind, key, { value, expectedRevision: null });
    await play(world, start);
    await put('ledger', `${refKey(OLD)}/issue-12`, {});
    await put('ledger', `${refKey(OLD)}/issue-12/pr-40`, {});
    await put('agent-token', refKey(OLD), { digest: 'd', item: 'github:acme/app#12' });
    await putTurn(world);
    const before = await turnsOf(world);
    await play(world, transferred());
    expect((await ends(world)).at(-1)).toBe('settled item-moved');
    expect(await keptUnder(world, refKey(OLD))).toEqual([]);
    expect(await keptUnder(world, refKey(NEW))).toEqual([
      `session ${refKey(NEW)}`,
      `control ${refKey(NEW)}`,
      `ledger ${refKey(NEW)}/issue-3`,
      `ledger ${refKey(NEW)}/issue-3/acme__app/pr-40`,
      `agent-token ${refKey(NEW)}`,
      'delivery',
      'turn',
      'write',
    ]);
    const token = await world.store.records.get('agent-token', refKey(NEW));
    expect(token?.value).toEqual({ digest: 'd', item: 'github:acme/next#3' });
    expect((await turnsOf(world)).map((turn) => turn.split(' ')[0])).toEqual(before.map((turn) => turn.split(' ')[0]));
  });

  it('changes nothing when it is told again, by either repository', async () => {
    const world = createWorld();
    const old = { old_issue: { number: 12 }, old_repository: { full_name: 'acme/app' } };
    const opened = issue(NEW_TICKET, 'opened');
    await play(world, start, transferred(), transferred(), {
      event: 'issues',
      payload: { ...opened.payload, changes: old },
    });
    expect((await ends(world)).slice(1)).toEqual(['settled item-moved', 'dropped no-news', 'dropped no-news']);
    expect(await currentName(world.store.records, OLD)).toEqual(NEW);
  });

  it('is followed also when only the new repository tells of it', async () => {
    const world = createWorld();
    const old = { old_issue: { number: 12 }, old_repository: { full_name: 'acme/app' } };
    const { payload } = issue(NEW_TICKET, 'opened');
    await play(world, start, { event: 'issues', payload: { ...payload, changes: old } });
    expect((await ends(world)).at(-1)).toBe('settled item-moved');
    expect((await portsOf(world).records.find(NEW))?.record.status).toBe('active');
  });

  it('authorizes whoever opened it in the new repository to nothing but the move', async () => {
    const world = createWorld();
    world.settings = { ...world.settings, policy: { ...world.settings.policy, spawn: 'always' } };
    const old = { old_issue: { number: 12 }, old_repository: { full_name: 'acme/app' } };
    const { payload } = issue(NEW_TICKET, 'opened', 'mallory');
    const opened = { event: 'issues', payload: { ...payload, changes: old } };
    await play(world, opened, start, { ...opened, payload: { ...opened.payload, n: 0 } });
    expect(await ends(world)).toEqual(['dropped no-session', 'settled session-spawned', 'settled item-moved']);
    expect((await portsOf(world).records.find(NEW))?.record.status).toBe('active');
  });

  it('is a fact whoever did it', async () => {
    const world = createWorld();
    await play(world, start, transferred('mallory'));
    expect((await ends(world)).at(-1)).toBe('settled item-moved');
  });

  it('gives the item a checkout of its new repository, with its folder, and a fresh conversation', async () => {
    const world = createWorld();
    await play(world, start);
    const dispatcher = dispatcherOf(world, { newSessionId: () => 'fresh' });
    await dispatcher.start();
    await send(world, transferred());
    await drain(world, dispatcher);
    expect([...world.checkouts]).toEqual(['github:acme/next#3']);
    expect(world.followed).toEqual(['/checkouts/github:acme/app#12 => /checkouts/github:acme/next#3']);
    const session = await portsOf(world).records.find(NEW);
    expect(session?.record).toMatchObject({
      ...{ cwd: '/checkouts/github:acme/next#3', sessionId: 'fresh', begun: false, status: 'active' },
    });
    expect(session?.record.leftCheckout).toBeUndefined();
  });

  it('of an item that somebody paused leaves it paused, and its new checkout to the resume', async () => {
    const world = createWorld();
    await play(world, start, comment(TICKET, 'the-loop pause'), transferred());
    expect((await portsOf(world).records.find(NEW))?.record.status).toBe('paused');
  });
});

describe('a repository that the configuration does not name', () => {
  it('holds an item that came into it, says so once, and works on it when a person resumes it', async () => {
    const world = createWorld();
    world.settings = { ...world.settings, takesOver: () => false };
    await play(world, start, transferred());
    const { records } = portsOf(world);
    expect((await records.find(NEW))?.record).toMatchObject({
      status: 'paused',
      leftCheckout: { item: 'github:acme/app#12', resumes: false },
    });
    expect([...world.checkouts]).toEqual(['github:acme/app#12']);
    expect((await writesOf(world)).filter((write) => write.includes('policy.writableRepositories'))).toHaveLength(1);
    expect(world.recorder.of('session.held')).toMatchObject([{ work_item: 'github:acme/next#3' }]);
    const turns = await turnsOf(world);
    await play(world, comment(NEW_TICKET, 'hello'));
    expect(await turnsOf(world)).toEqual(turns);
    await play(world, comment(NEW_TICKET, 'the-loop resume'));
    expect((await records.find(NEW))?.record).toMatchObject({ status: 'active', cwd: '/checkouts/github:acme/next#3' });
    expect([...world.checkouts]).toEqual(['github:acme/next#3']);
  });
});

describe('writes that wait', () => {
  it('go to the new thread under a new key, and are looked for by the key they were tried with', async () => {
    const world = createWorld();
    await play(world, start);
    const row = {
      key: `${refKey(OLD)}:issue-12/plan#1/entry/request-review`,
      lane: refKey(OLD),
      host: 'github.com',
      kind: 'comment',
      payload: { kind: 'comment', ref: 'github:Acme/App#12', body: 'see github:acme/app#12', purpose: 'audit' },
      createdAt: 1,
      source: {
        kind: 'effect',
        item: 'github:acme/app#12',
        address: { id: 'issue-12' },
        effectKey: 'issue-12/plan#1/entry/request-review',
      },
    };
    await world.store.outbox.put([row]);
    await play(world, transferred());
    const key = `${refKey(NEW)}:issue-3/plan#1/entry/request-review`;
    expect(await world.store.outbox.get(key)).toMatchObject({
      lane: refKey(NEW),
      payload: { ref: 'github:acme/next#3', body: 'see github:acme/app#12' },
      source: {
        item: 'github:acme/next#3',
        address: { id: 'issue-3' },
        effectKey: 'issue-3/plan#1/entry/request-review',
        markedAs: row.key,
      },
    });
  });
});
