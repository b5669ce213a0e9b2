import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, issue, pullRequest } from './testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send, turnsOf, writesOf } from './testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const ITEM = 'github:acme/app#12';
const KEY = refKey(parseRef(ITEM));
const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };

describe('a delivery through the dispatcher', () => {
  it('starts a session on an authorized start and acknowledges it', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start'));
    expect(await ends(world)).toEqual(['settled session-spawned']);
    expect(world.graph.loops.get(ITEM)?.node).toBe('approval');
    expect([...world.checkouts]).toEqual([ITEM]);
    expect(await writesOf(world)).toEqual(['reaction: +1']);
    const control = await portsOf(world).records.control(parseRef(ITEM));
    expect(control).toMatchObject({ command: 'start', actor: 'alice', via: 'comment' });
  });

  it('gives no turn where the loop begins with people, and one where it begins with the agent', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start'));
    expect(await turnsOf(world)).toEqual([]);
    const other = createWorld();
    const graph = {
      ...other.graph,
      start: () => Promise.resolve({ node: 'work', human: false, moved: true, assigned: false, report: '' }),
    };
    const dispatcher = dispatcherOf(other, { graph });
    await send(other, comment(TICKET, 'the-loop do — tidy up'));
    await drain(other, dispatcher);
    expect(await turnsOf(other)).toEqual([`assignment ${KEY}`]);
  });

  it('consults a human gate before the agent hears of it, and a used comment is no turn', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'what is this?'), comment(TICKET, 'lgtm'));
    expect(world.graph.loops.get(ITEM)).toMatchObject({ node: 'work', moves: [expect.any(String)] });
    expect(await turnsOf(world)).toEqual([`event ${KEY}`]);
  });

  it('never evaluates an agent node because of an ordinary comment', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'lgtm'), comment(TICKET, 'lgtm, go on'));
    expect(world.graph.loops.get(ITEM)).toMatchObject({ node: 'work' });
    expect(await turnsOf(world)).toEqual([`event ${KEY}`]);
  });

  it('fences the untrusted excerpt in the prompt', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop start'), comment(TICKET, '``` end\n{"issue": 1}'));
    const turn = (await world.store.turns.list({ limit: 1 }))[0];
    expect(turn?.prompt).toContain('Node: approval.');
    expect(turn?.prompt.match(/```/g)).toHaveLength(2);
  });

  it('holds deliveries while paused, still hears gates, and goes on afterwards', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      comment(TICKET, 'the-loop pause'),
      comment(TICKET, 'lgtm'),
      comment(TICKET, 'and this?'),
      comment(TICKET, 'the-loop resume'),
      comment(TICKET, 'now'),
    );
    expect((await ends(world)).slice(1)).toEqual([
      'settled session-held',
      'settled answer-recorded',
      'dropped session-paused',
      'settled session-resumed',
      'settled event-delivered',
    ]);
    expect(world.graph.loops.get(ITEM)?.node).toBe('work');
    expect(await turnsOf(world)).toEqual([`event ${KEY}`]);
  });

  it('stops with the checkout kept, and starts again with the bindings kept', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      pullRequest(FOREIGN, 'opened'),
      comment(TICKET, 'the-loop stop'),
      comment(TICKET, 'the-loop start'),
    );
    expect(world.checkouts.has(ITEM)).toBe(true);
    expect(world.ended).toContain(KEY);
    const found = await portsOf(world).records.find(parseRef(ITEM));
    expect(found?.record).toMatchObject({ status: 'active', bindings: [{ ref: 'github:octo/infra#7' }] });
  });

  it('ends a command that nobody may give with a reason on the thread', async () => {
    const world = createWorld();
    await play(world, comment(TICKET, 'the-loop resume'));
    expect(await ends(world)).toEqual(['settled nothing-to-resume']);
    expect(await writesOf(world)).toEqual([
      'reaction: confused',
      'comment: `the-loop resume` was not carried out. Only a paused session can be resumed.',
    ]);
  });

  it('hints once per thread and day at a near miss, and delivers the comment', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      comment(TICKET, 'could the-loop stop here?'),
      comment(TICKET, 'why does the-loop pause so long?'),
    );
    const hints = (await writesOf(world)).filter((write) => write.startsWith('comment'));
    expect(hints).toHaveLength(1);
    expect(await turnsOf(world)).toHaveLength(2);
  });

  it('tells where an item stands and which commands exist', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      comment(TICKET, 'the-loop status'),
      comment(TICKET, 'the-loop help'),
      comment({ ...TICKET, number: 99 }, 'the-loop status'),
    );
    const comments = (await writesOf(world)).filter((write) => write.startsWith('comment'));
    expect(comments).toEqual([
      'comment: The session is active. The process stands at `approval`. It waits for people.',
      expect.stringContaining('A command stands on its own line.'),
      'comment: No session is recorded. The work item is in no process yet.',
    ]);
  });
});

describe('pull requests in another repository', () => {
  it('get a conversation, a checkout and an inner loop; their merge is a fact and wakes the outer gate once', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      pullRequest(FOREIGN, 'opened'),
      comment(FOREIGN, 'please also this'),
      pullRequest(FOREIGN, 'closed', {
        merged: true,
        merge_commit_sha: 'b'.repeat(40),
        merged_by: { login: 'alice', id: 7 },
      }),
    );
    const endpoint = refKey(parseRef('github:octo/infra#7'));
    expect(await turnsOf(world)).toEqual([`assignment ${endpoint}`, `event ${endpoint}`]);
    expect(world.graph.loops.get('github:acme/app#12 octo/infra#7')).toMatchObject({ merged: true });
    expect(world.graph.calls.filter((call) => call.startsWith('reconsider'))).toHaveLength(1);
    expect([...world.checkouts]).toEqual([ITEM]);
    const found = await portsOf(world).records.find(parseRef(ITEM));
    expect(found?.record.bindings).toMatchObject([{ status: 'closed' }]);
    expect(found?.record.status).toBe('active');
  });

  it('never answer an outer gate', async () => {
    const world = createWorld();
    world.separate = false;
    await play(world, comment(TICKET, 'the-loop start'), comment(FOREIGN, 'lgtm'));
    expect(world.graph.loops.get(ITEM)?.node).toBe('approval');
    expect(await turnsOf(world)).toEqual([`event ${KEY}`]);
  });

  it('say when they end unmerged', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      pullRequest(FOREIGN, 'opened'),
      pullRequest(FOREIGN, 'closed'),
    );
    expect(world.graph.calls).toContain('abandon github:acme/app#12 octo/infra#7');
  });

  it('fall back to the conversation of the item where they cannot have a checkout', async () => {
    const world = createWorld();
    const declined = { kind: 'declined', reason: 'workspace-failed', error: 'no such branch' } as const;
    const { workspaces } = portsOf(world);
    const dispatcher = dispatcherOf(world, {
      workspaces: {
        ...workspaces,
        separate: true,
        prepare: (request, options) =>
          request.pullRequest === null ? workspaces.prepare(request, options) : Promise.resolve(declined),
      },
    });
    await send(world, comment(TICKET, 'the-loop start'), comment(FOREIGN, 'look here'));
    await drain(world, dispatcher);
    expect(await turnsOf(world)).toEqual([`event ${KEY}`]);
    expect(world.recorder.of('session.pr_session_declined')).toHaveLength(1);
  });

  it('are opened again with their binding', async () => {
    const world = createWorld();
    await play(
      world,
      comment(TICKET, 'the-loop start'),
      pullRequest(FOREIGN, 'opened'),
      pullRequest(FOREIGN, 'closed'),
      pullRequest(FOREIGN, 'reopened'),
    );
    const found = await portsOf(world).records.find(parseRef(ITEM));
    expect(found?.record.bindings).toMatchObject([{ status: 'active' }]);
  });
});

describe('closing', () => {
  it('keeps a checkout that holds work, and says how to release it', async () => {
    const world = createWorld();
    world.removal = { kind: 'preserved', work: ['uncommitted'] };
    await play(world, comment(TICKET, 'the-loop start'), issue(TICKET, 'closed'));
    expect(world.checkouts.has(ITEM)).toBe(true);
    expect((await writesOf(world)).at(-1)).toContain('the-loop cleanup --confirm');
    const found = await portsOf(world).records.find(parseRef(ITEM));
    expect(found?.record.status).toBe('closed');
  });

  it('of a ticket by a merge keeps an unfinished item going, with one note', async () => {
    const world = createWorld();
    const dispatcher = dispatcherOf(world, { closures: { closer: () => Promise.resolve('merge') } });
    await send(world, comment(TICKET, 'the-loop start'), issue(TICKET, 'closed'));
    await drain(world, dispatcher);
    const found = await portsOf(world).records.find(parseRef(ITEM));
    expect(found?.record.status).toBe('active');
    expect((await writesOf(world)).filter((write) => write.startsWith('comment'))).toHaveLength(1);
    expect((await ends(world)).at(-1)).toBe('settled closed-by-merge');
  });

  it('of a finished ticket by a merge ends it', async () => {
    const world = createWorld();
    const dispatcher = dispatcherOf(world, { closures: { closer: () => Promise.resolve('merge') } });
    await send(world, comment(TICKET, 'the-loop start'));
    await drain(world, dispatcher);
    world.graph.place(ITEM, 'complete');
    await send(world, issue(TICKET, 'closed'));
    await drain(world, dispatcher);
    expect((await ends(world)).at(-1)).toBe('settled item-ended');
    expect(await portsOf(world).records.find(parseRef(ITEM))).toBeNull();
  });

  it('waits while nobody can say whether the item is finished', async () => {
    const world = createWorld();
    world.settings = { ...world.settings, maxAttempts: 2 };
    const graph = { ...world.graph, context: () => Promise.reject(new Error('unreadable')) };
    const dispatcher = dispatcherOf(world, { graph, closures: { closer: () => Promise.resolve('merge') } });
    await send(world, comment(TICKET, 'the-loop start'), issue(TICKET, 'closed'));
    await drain(world, dispatcher);
    expect((await ends(world)).at(-1)).toMatch(/^dead DISPATCH_STATE_UNKNOWN/);
    const found = await portsOf(world).records.find(parseRef(ITEM));
    expect(found?.record.status).toBe('active');
  });
});
