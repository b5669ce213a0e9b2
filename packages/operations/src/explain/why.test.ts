import { createSessionRecords } from '@the-loop/dispatcher';
import { describe, expect, it } from 'vitest';
import { graphStart } from '../graph/start.ts';
import { folderContext } from '../testing/folder-context.ts';
import {
  comment,
  decided,
  decidedOnly,
  ITEM,
  LANE,
  memoryContext,
  NOW,
  sent,
  withSession,
} from '../testing/memory-context.ts';
import { findConsidered } from './find-considered.ts';
import { type Standing } from './standing.ts';
import { type ActingInput, whoCanAct } from './who-can-act.ts';
import { why } from './why.ts';

describe('why', () => {
  it('says whom an item waits for that nobody has started', async () => {
    const world = memoryContext();
    await decided(world, comment('is this known?'));
    const { text, exitCode } = await why.invoke(world.context, { item: 'acme/app#7' });
    expect(exitCode).toBe(0);
    expect(text.split('\n')).toEqual([
      'github:acme/app#7',
      '  at: not started',
      '  who can act: alice: comment "the-loop start" on the ticket',
      '  last delivery: no. 1, issue_comment.created by alice 1 min ago: awaiting-start',
      '    Nobody authorized has asked to start the work item.',
    ]);
  });

  it('names what waits: tries, dead letters, turns and writes, each with its time and cause', async () => {
    const world = memoryContext();
    const { store } = world;
    await withSession(world);
    const records = createSessionRecords(store.records);
    await records.recordControl(ITEM, {
      ref: 'github:acme/app#7',
      command: 'start',
      via: 'comment',
      actor: 'alice',
      requestedAt: '2026-01-02T01:04:05Z',
      note: '',
    });
    const dead = await decidedOnly(world, comment('hello'));
    await store.inbox.dead(dead, { reason: 'no agent' });
    const waiting = await sent(world, comment('more'));
    await store.inbox.decided(waiting, { lane: LANE, logicalKey: null, decision: null });
    await store.inbox.retry(waiting, { error: 'GitHub is away', notBefore: NOW + 120_000 });
    await store.turns.put([
      { key: 'one', endpoint: LANE, lane: LANE, kind: 'assignment', prompt: 'p', createdAt: 0 },
      { key: 'two', endpoint: LANE, lane: LANE, kind: 'event', prompt: 'p', createdAt: 0 },
    ]);
    await store.turns.begin('one', { pid: 4711, startTime: null, attempt: 1 });
    const payload = { ref: 'github:acme/app#7', purpose: 'hint' };
    await store.outbox.put([
      { key: 'k', lane: LANE, host: 'github.com', kind: 'comment', payload, createdAt: 0, source: null },
    ]);
    await store.outbox.begin('k');
    await store.outbox.retry('k', { error: 'GitHub answers 502', notBefore: NOW + 30_000 });
    const { text } = await why.invoke(world.context, { item: 'issue-7' });
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'github:acme/app#7: session active; last command: start by alice 2 h ago',
        `  waiting: issue_comment (no. ${waiting}), is tried again in 2 min; 1 failed: GitHub is away`,
        `  dead letter: issue_comment.created (no. ${dead}): no agent — the-loop deliveries retry ${dead}`,
        '  running turn: assignment for github:acme/app#7, process 4711, since now',
        '  turns that wait: 1',
        '  pending write: comment github:acme/app#7, hint, waiting, is tried again in 30 s, tried 1×: GitHub answers 502',
      ]),
    );
  });

  it('means the work item when it is given one of its pull requests', async () => {
    const world = memoryContext();
    await withSession(world);
    const { result } = await why.invoke(world.context, { item: 'acme/infra#3' });
    expect(result).toMatchObject({ workItem: 'github:acme/app#7', session: 'active' });
  });

  it('answers 1 when nothing is recorded', async () => {
    const { text, exitCode } = await why.invoke(memoryContext().context, { item: 'acme/app#1' });
    expect(text).toBe('github:acme/app#1: nothing is recorded about it here');
    expect(exitCode).toBe(1);
  });

  it('reads a checkout where no service has run', async () => {
    const folder = folderContext();
    const before = await why.invoke(folder.context, { item: 'issue-7' });
    expect(before.exitCode).toBe(1);
    await graphStart.invoke(folder.context, { item: 'issue-7', ref: 'github:acme/app#7' });
    const { text, exitCode } = await why.invoke(folder.context, { item: 'acme/app#7' });
    folder.remove();
    expect(exitCode).toBe(0);
    expect(text).toContain('at: phase-selection (people answer)');
    expect(text).toMatch(/unmet: waiting/);
    expect(text).toContain('the-loop gate show issue-7');
  });

  it('reads the checkout at hand for an item that the service of this machine has not driven', async () => {
    const folder = folderContext();
    const { context, files } = memoryContext();
    const both = {
      ...context,
      verbs: (place?: Parameters<typeof folder.context.verbs>[0]) => folder.context.verbs(place ?? {}),
    };
    await expect(why.invoke(both, { item: 'issue-7' })).rejects.toMatchObject({ code: 'OPERATION_ITEM_UNKNOWN' });
    await graphStart.invoke(folder.context, { item: 'issue-7', ref: 'github:acme/app#7' });
    const { text } = await why.invoke(both, { item: 'issue-7' });
    const overTheNetwork = why.invoke({ ...both, files: null }, { item: 'issue-7' });
    await expect(overTheNetwork).rejects.toMatchObject({ code: 'OPERATION_ITEM_UNKNOWN' });
    folder.remove();
    expect(text).toContain('at: phase-selection (people answer)');
    expect(files.size).toBe(0);
  });

  it('says that a start is tried again rather than asks for another one, and what helps once it was given up', async () => {
    const world = memoryContext();
    const id = await decidedOnly(world, comment('the-loop start'));
    await world.store.inbox.retry(id, { error: 'the clone failed', notBefore: NOW + 120_000 });
    const retried = await why.invoke(world.context, { item: 'acme/app#7' });
    expect(retried.text).toContain(
      'who can act: the-loop itself: starting failed (the clone failed) and is tried again at 2026-01-02T03:06:05Z',
    );
    await world.store.inbox.dead(id, { reason: 'the clone failed' });
    const dead = await why.invoke(world.context, { item: 'acme/app#7' });
    expect(dead.text).toContain(
      `who can act: the operator: starting was given up (the clone failed); when that is mended: the-loop deliveries retry ${id}`,
    );
  });

  it('says that the last turn did not start, and why', async () => {
    const world = memoryContext();
    await withSession(world);
    const { turns } = world.store;
    await turns.put([{ key: 'one', endpoint: LANE, lane: LANE, kind: 'assignment', prompt: 'p', createdAt: 0 }]);
    await turns.finish('one', { status: 'failed: not-started', exitCode: null, note: 'claude was not found' });
    const { text, result } = await why.invoke(world.context, { item: 'acme/app#7' });
    expect(text).toContain('the last turn did not start: claude was not found');
    expect(result).toMatchObject({ failedTurn: { outcome: 'not-started' } });
    await turns.put([{ key: 'two', endpoint: LANE, lane: LANE, kind: 'event', prompt: 'p', createdAt: 0 }]);
    await turns.finish('two', { status: 'done', exitCode: 0, note: '' });
    expect(await why.invoke(world.context, { item: 'acme/app#7' })).toMatchObject({ result: { failedTurn: null } });
  });

  it.each(['', '#x', 'a b'])('refuses "%s"', async (item) => {
    await expect(why.invoke(memoryContext().context, { item })).rejects.toMatchObject({
      code: expect.stringMatching(/^OPERATION_/),
    });
  });
});

const standing: Standing = {
  loop: 'pdlc-work-item-loop',
  node: 'design',
  actor: 'agent',
  started: true,
  terminal: false,
  since: '',
  unmet: [],
  warnings: [],
  pendingWrites: 0,
};

const acting: ActingInput = {
  id: 'issue-7',
  authorizedUsers: ['alice', 'bob'],
  session: 'active',
  standing,
  turns: { running: 0, waiting: 0 },
  spawn: 'commanded',
  failedStart: null,
  failedTurn: null,
};

describe('who can act', () => {
  it.each<[string, Partial<ActingInput>, RegExp]>([
    ['at the end', { standing: { ...standing, terminal: true } }, /^nobody has to/],
    ['paused', { session: 'paused' }, /^alice, bob: comment "the-loop resume"/],
    [
      'paused at a gate',
      { session: 'paused', standing: { ...standing, actor: 'human' } },
      /^alice, bob: answer on the ticket/,
    ],
    ['not started', { session: null }, /^alice, bob: comment "the-loop start" on the ticket$/],
    ['not started, by label', { session: 'closed', spawn: 'labeled' }, /with the arming label/],
    ['nothing spawns', { session: null, spawn: 'never' }, /^the operator: routing\.spawn is never/],
    ['nobody is authorized', { session: null, authorizedUsers: [] }, /^nobody \(routing\.authorizedUsers is empty\)/],
    ['unreadable', { standing: null }, /^the operator/],
    ['at a gate', { standing: { ...standing, actor: 'human' } }, /^alice, bob: answer on the ticket/],
    ['at work', { turns: { running: 1, waiting: 0 } }, /^the agent: it is at work/],
    ['queued', { turns: { running: 0, waiting: 1 } }, /^the agent: its turn waits/],
    ['idle', {}, /a comment on the ticket reaches the agent/],
    [
      'a start that is due',
      { session: null, failedStart: { id: 3, error: 'no clone', nextTry: '2026-01-02T03:04:05Z' } },
      /^the-loop itself: starting failed \(no clone\) and is tried again at 2026-01-02T03:04:05Z$/,
    ],
    [
      'idle after a turn that did not start',
      { failedTurn: { outcome: 'not-started', note: 'no claude', endedAt: '' } },
      /^the operator: the last turn did not start: no claude$/,
    ],
    ['without a service', { session: null, spawn: null }, /^whoever works on design: the-loop graph complete issue-7/],
    ['at code', { standing: { ...standing, actor: 'code' } }, /the-loop graph advance issue-7/],
  ])('%s', (_, change, expected) => {
    expect(whoCanAct({ ...acting, ...change })[0]).toMatch(expected);
  });
});

describe('the last delivery considered', () => {
  it('is none of our own words and none that is no input, and comes with the last that did something', async () => {
    const world = memoryContext();
    const started = await decided(world, comment('the-loop start'));
    const refused = await decided(world, comment('hello', { by: 'mallory' }));
    await decided(world, comment('ours', { by: 'the-loop[bot]' }));
    const { payload } = comment('x');
    await decided(world, { event: 'issue_comment', payload: { ...payload, action: 'pinned' } });
    const { last, lastThatActed, unfinished } = await findConsidered(world.store.inbox, [ITEM]);
    expect(last?.id).toBe(refused);
    expect(lastThatActed?.id).toBe(started);
    expect(unfinished).toEqual([]);
  });

  it('is not about another item', async () => {
    const world = memoryContext();
    await decided(world, comment('the-loop start', { number: 8 }));
    expect(await findConsidered(world.store.inbox, [ITEM])).toMatchObject({ last: null, lastThatActed: null });
  });
});
