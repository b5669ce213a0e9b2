import { describe, expect, it } from 'vitest';
import { comment, decided, decidedOnly, memoryContext, sent, withSession } from '../testing/memory-context.ts';
import { explain } from './explain.ts';

async function explained(world: ReturnType<typeof memoryContext>, id: number): Promise<string[]> {
  return (await explain.invoke(world.context, { id: String(id) })).text.split('\n');
}

describe('explain', () => {
  it('tells the guards, the links with their evidence, the command, what was known, the rule and what follows', async () => {
    const world = memoryContext();
    const id = await decided(world, comment('the-loop start'));
    expect(await explained(world, id)).toEqual([
      'delivery 1 (guid-1): issue_comment.created by alice, received 2026-01-02T03:03:05Z',
      'settled: session-spawned',
      '  A session is started for the work item.',
      'event: issue_comment.created (speech) by alice, authorized',
      'guards: all passed; may answer gates',
      'link: github:acme/app#7 (entity)',
      '  the event is about it (issue)',
      'command: start',
      'policy: spawn commanded, a start is needed, commands on, sessions per pull request: cross-repository',
      expect.stringMatching(/^snapshot: [0-9a-f]{64}$/),
      'rule: unmatched',
      'effect 1: record-control github:acme/app#7 start',
      'effect 2: spawn github:acme/app#7 start',
      'reply: reaction +1',
    ]);
  });

  it('names the guard that dropped it, and who it was', async () => {
    const world = memoryContext();
    const id = await decided(world, comment('hello', { by: 'mallory' }));
    expect(await explained(world, id)).toEqual([
      expect.stringContaining('by mallory'),
      'dropped: unauthorized-actor',
      '  Who said or did this is not in authorizedUsers.',
      'link: github:acme/app#7 (entity)',
      '  the event is about it (issue)',
      'done by: mallory',
    ]);
  });

  it('tells the evidence of every source', async () => {
    const world = memoryContext();
    const pull_request = {
      number: 9,
      node_id: 'PR_9',
      state: 'open',
      body: 'First.\n\nCloses #7',
      head: { ref: 'issue-8', sha: 'abc', repo: { full_name: 'acme/app' } },
      base: { ref: 'main', repo: { default_branch: 'main' } },
      closingIssuesReferences: [{ number: 6, repository: { nameWithOwner: 'acme/app' } }],
    };
    const { payload } = comment('');
    const id = await decided(world, { event: 'pull_request', payload: { ...payload, action: 'opened', pull_request } });
    expect(await explained(world, id)).toEqual(
      expect.arrayContaining([
        '  GitHub lists it as closed by the pull request (no. 1)',
        '  merging the pull request closes it',
        '  line 3 of the description says "closes" (local)',
        '  the branch issue-8 is named after it (pull_request.head.ref)',
        '  the event is about it (pull_request)',
      ]),
    );
  });

  it('says how a delivery stands that was not decided', async () => {
    const world = memoryContext();
    const id = await sent(world, comment('hello'));
    expect((await explained(world, id)).slice(1)).toEqual(['open: not decided yet', '  It waits for its turn.']);
    await world.store.inbox.retry(id, { error: 'the disk is full', notBefore: 0 });
    expect((await explained(world, id)).slice(1)).toEqual([
      'open: not decided yet',
      '  It is tried again later.',
      '  1 try failed; the last one: the disk is full',
    ]);
  });

  it('tells what a dead letter was decided to be before what became of it failed', async () => {
    const world = memoryContext();
    const id = await decidedOnly(world, comment('the-loop start'));
    await world.store.inbox.dead(id, { reason: 'no checkout' });
    expect((await explained(world, id)).slice(1, 6)).toEqual([
      'now dead: no checkout',
      '  It was tried as often as allowed and set aside; nothing of it is lost.',
      '  1 try failed',
      'it was decided so:',
      'settled: session-spawned',
    ]);
  });

  it('names the turns and writes that followed', async () => {
    const world = memoryContext();
    await withSession(world);
    const id = await decided(world, comment('hello'));
    const { store } = world;
    const lane = 'github~acme~app~7';
    await store.turns.put([
      { key: `guid-${id}/${lane}`, endpoint: lane, lane, kind: 'event', prompt: 'p', createdAt: 0 },
    ]);
    await store.outbox.put([
      {
        key: 'k',
        lane,
        host: 'github.com',
        kind: 'reaction',
        payload: { ref: 'github:acme/app#7', content: 'eyes' },
        createdAt: 0,
        source: { deliveryId: `guid-${id}`, item: 'github:acme/app#7' },
      },
    ]);
    expect((await explained(world, id)).slice(-2)).toEqual([
      `turn: event guid-${id}/${lane}, waiting`,
      'write: reaction github:acme/app#7, eyes, waiting',
    ]);
  });
});
