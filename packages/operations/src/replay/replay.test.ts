import { createSessionRecords } from '@the-loop/dispatcher';
import { parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, decided, memoryContext, sent, withSession } from '../testing/memory-context.ts';
import { replay } from './replay.ts';

type World = ReturnType<typeof memoryContext>;

/** A pull request of acme/app whose description names nothing. */
function opened(branch: string) {
  const { repository, sender } = comment('').payload as { repository: object; sender: object };
  const end = { ref: branch, sha: 'a'.repeat(40), repo: repository };
  const pull_request = {
    number: 9,
    node_id: 'PR_9',
    body: '',
    state: 'open',
    user: sender,
    head: end,
    base: { ...end, ref: 'main' },
    updated_at: '2026-01-01T00:00:00Z',
  };
  return { action: 'opened', repository, sender, pull_request };
}

/** The same store under other decisions of the operator. */
function underNewSettings({ store }: World, authorizedUsers: readonly string[]): World {
  return memoryContext({ store, authorizedUsers });
}

async function story(): Promise<World> {
  const world = memoryContext();
  await decided(world, comment('the-loop start'));
  await withSession(world);
  await decided(world, comment('please rename the retry helper, Closes #7'));
  await decided(world, comment('let me in', { by: 'mallory' }));
  return world;
}

describe('replay', () => {
  it('decides as recorded while nothing has changed, and does nothing', async () => {
    const world = await story();
    const before = await world.store.inbox.list({ limit: 10 });
    const { text, exitCode } = await replay.invoke(world.context, { since: '1d' });
    expect(text).toBe('3 deliveries decided again: 3 as recorded, 0 differently');
    expect(exitCode).toBe(0);
    expect(await world.store.inbox.list({ limit: 10 })).toEqual(before);
    expect(await world.store.outbox.list({ limit: 10 })).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  it('names what would be decided otherwise today', async () => {
    const world = underNewSettings(await story(), ['mallory']);
    const { text, exitCode, result } = await replay.invoke(world.context, { since: '1d' });
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({ replayed: 3, same: 0, different: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    expect(text.split('\n').slice(0, 4)).toEqual([
      '3 deliveries decided again: 0 as recorded, 3 differently',
      'no. 1 issue_comment on github:acme/app#7:',
      '  recorded: settled: session-spawned; record-control command=start item=github:acme/app#7; spawn command=start item=github:acme/app#7; reaction +1',
      '  today:    dropped: unauthorized-actor',
    ]);
    // Nothing was known when the guard dropped it: what the records say now stands in, and is named as that.
    expect(text).toContain('deliver endpoint=github:acme/app#7 item=github:acme/app#7');
    expect(text).toContain('(by what the records say now)');
  });

  it('says what it would decide of a delivery that never was', async () => {
    const world = memoryContext();
    const id = await sent(world, comment('the-loop start'));
    const { result } = await replay.invoke(world.context, { since: '1d' });
    expect(result).toMatchObject({ undecided: [{ id, today: { reason: 'session-spawned' } }], different: [] });
  });

  it('leaves out what came before', async () => {
    const world = await story();
    const { result } = await replay.invoke(world.context, { since: '30s' });
    expect(result).toMatchObject({ replayed: 0 });
  });

  it('takes the newest when there are too many', async () => {
    const world = underNewSettings(await story(), []);
    const { result } = await replay.invoke(world.context, { since: '1d', limit: 2 });
    expect(result).toMatchObject({ replayed: 2, different: [{ id: 2 }] });
  });

  it('decides a pull request by the closing references that GitHub had added, and a fixture of it too', async () => {
    const world = memoryContext();
    await withSession(world);
    const payload = opened('feature');
    const closes = { number: 7, repository: { nameWithOwner: 'acme/app' } };
    const enriched = { ...payload, pull_request: { ...payload.pull_request, closingIssuesReferences: [closes] } };
    await decided(world, { event: 'pull_request', payload }, { enriched });
    const { result } = await replay.invoke(world.context, { since: '1d', export: 'f' });
    expect(result).toMatchObject({ replayed: 1, same: 1, exported: { deliveries: 1 } });
    expect(await replay.invoke(world.context, { file: 'f' })).toMatchObject({ result: { same: 1 } });
  });

  it('decides about an item that had moved under the name GitHub gave then, and a fixture of it too', async () => {
    const world = memoryContext();
    const moved = parseRef('github:acme/infra#70');
    const verifier = { lookup: () => Promise.resolve({ kind: 'exists' as const, ref: moved }) };
    await createSessionRecords(world.store.records).change(moved, {
      kind: 'start',
      ref: moved,
      at: '2026-01-01T00:00:00Z',
      agent: 'scripted',
      sessionId: 's-1',
      cwd: '/secret/place',
    });
    await decided(world, { event: 'pull_request', payload: opened('issue-7') }, { verifier });
    const { result, text } = await replay.invoke(world.context, { since: '1d', export: 'f' });
    expect(result, text).toMatchObject({ replayed: 1, same: 1, exported: { deliveries: 1 } });
    expect(world.files.get('f')).not.toMatch(/infra|acme/);
    expect(await replay.invoke(world.context, { file: 'f' })).toMatchObject({ result: { same: 1 } });
  });

  it.each([{}, { file: 'a', since: '1d' }, { file: 'a', export: 'b' }, { since: 'yesterday' }])(
    'refuses %j',
    async (input) => {
      await expect(replay.invoke(memoryContext().context, input)).rejects.toMatchObject({ code: 'OPERATION_USAGE' });
    },
  );
});

describe('a fixture', () => {
  it('holds no words, names, addresses, ids or folders of anybody, and is decided as they were', async () => {
    const world = await story();
    const written = await replay.invoke(world.context, { since: '1d', export: 'fixture.json' });
    expect(written.text).toContain('3 deliveries written to fixture.json, without words and names');
    const fixture = world.files.get('fixture.json') ?? '';
    expect(fixture).not.toMatch(
      /acme|infra|alice|mallory|bot|rename|helper|Secret|example\.org|secret\/place|s-1|guid-|IC_501/i,
    );
    const elsewhere = memoryContext({ authorizedUsers: [] });
    elsewhere.files.set('fixture.json', fixture);
    const { text, exitCode } = await replay.invoke(elsewhere.context, { file: 'fixture.json' });
    expect(text).toBe('3 deliveries decided again: 3 as recorded, 0 differently');
    expect(exitCode).toBe(0);
  });

  it('shows a change of the rules: a decision that was another one differs', async () => {
    const world = await story();
    await replay.invoke(world.context, { since: '1d', export: 'f' });
    world.files.set('f', (world.files.get('f') ?? '').replace('"reason": "session-spawned"', '"reason": "help-told"'));
    const { exitCode, result } = await replay.invoke(world.context, { file: 'f' });
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({
      different: [{ recorded: { reason: 'help-told' }, today: { reason: 'session-spawned' } }],
    });
  });

  it('lacks what cannot be decided without the records, and says so', async () => {
    const world = memoryContext();
    await sent(world, comment('the-loop start'));
    const { result, text } = await replay.invoke(world.context, { since: '1d', export: 'f' });
    expect(result).toMatchObject({ exported: { deliveries: 0, leftOut: 1 } });
    expect(text).toContain('1 left out');
  });

  it.each(['', 'no json', '{}', '[]', '{"format":"the-loop/deliveries","version":2}'])('is not "%s"', async (text) => {
    const world = memoryContext();
    world.files.set('f', text);
    await expect(replay.invoke(world.context, { file: 'f' })).rejects.toMatchObject({
      code: 'OPERATION_FIXTURE_INVALID',
    });
  });

  it('is neither read nor written where the files of who asks are out of reach', async () => {
    const context = { ...(await story()).context, files: null };
    await expect(replay.invoke(context, { file: '/etc/passwd' })).rejects.toMatchObject({ code: 'OPERATION_NO_FILES' });
    await expect(replay.invoke(context, { since: '1d', export: '/tmp/x' })).rejects.toMatchObject({
      code: 'OPERATION_NO_FILES',
    });
  });
});
