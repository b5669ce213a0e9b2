import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { type DecisionTrace } from '../explain/decision-trace.ts';
import { renderTrace } from '../explain/render-trace.ts';
import { comment, issue, pullRequest } from '../testing/deliveries.ts';
import { createWorld, ends, play, portsOf, type World } from '../testing/world.ts';

const GHOST = parseRef('github:acme/app#285');
const BRANCH = { head: { ref: 'issue-285', sha: 'a'.repeat(40), repo: { full_name: 'acme/app' } } };
const PR = { repository: 'acme/app', number: 40, pullRequest: '' };

/** A comment on a pull request as a poller words it: over the pull request's own payload. */
function polled(text: string) {
  const said = comment(PR, text);
  const { pull_request } = pullRequest(PR, 'opened', BRANCH).payload;
  return { event: said.event, payload: { ...said.payload, issue: undefined, pull_request } };
}

async function traceOf(world: World): Promise<DecisionTrace> {
  const [row] = await world.store.inbox.list({ limit: 1 });
  return row?.decision as DecisionTrace;
}

describe('refs that rest on a branch name', () => {
  it('are dropped when they do not exist, and the start is about the pull request', async () => {
    const world = createWorld();
    world.existence.set(refKey(GHOST), { kind: 'missing' });
    await play(world, polled('the-loop start'));
    expect(await portsOf(world).records.find(parseRef('github:acme/app#40'))).not.toBeNull();
    expect(await portsOf(world).records.find(GHOST)).toBeNull();
    expect(world.recorder.of('routing.linkage_dropped')).toMatchObject([{ work_item: 'github:acme/app#285' }]);
  });

  it('are kept when nobody can tell', async () => {
    const world = createWorld();
    world.existence.set(refKey(GHOST), { kind: 'unknown' });
    await play(world, polled('the-loop start'));
    expect(await portsOf(world).records.find(GHOST)).not.toBeNull();
    expect(world.recorder.of('routing.linkage_unknown')).toHaveLength(1);
  });

  it('are not asked about when a live record answers', async () => {
    const world = createWorld();
    await play(world, polled('the-loop start'));
    world.asked.length = 0;
    world.existence.set(refKey(GHOST), { kind: 'missing' });
    await play(world, polled('go on'));
    expect(world.asked).toEqual([]);
    expect((await ends(world)).at(-1)).toBe('settled event-delivered');
  });

  it('are followed when they moved', async () => {
    const world = createWorld();
    const moved = parseRef('github:acme/next#3');
    world.existence.set(refKey(GHOST), { kind: 'exists', ref: moved });
    await play(world, polled('the-loop start'));
    expect(await portsOf(world).records.find(moved)).not.toBeNull();
    expect(world.recorder.of('routing.rekeyed')).toMatchObject([{ to: 'github:acme/next#3' }]);
  });
});

describe('a ref that moved while records stand under its old name', () => {
  const NEXT = parseRef('github:acme/next#3');

  it('takes a session that had ended and its last command along, and goes on under the new name', async () => {
    const world = createWorld();
    const { records } = portsOf(world);
    await play(world, polled('the-loop start'), polled('the-loop stop'));
    world.existence.set(refKey(GHOST), { kind: 'exists', ref: NEXT });
    await play(world, polled('hello'));
    expect(await records.find(GHOST)).toBeNull();
    expect((await records.find(NEXT))?.record).toMatchObject({ ref: 'github:acme/next#3', status: 'closed' });
    expect(await records.control(GHOST)).toBeNull();
    expect(await records.control(NEXT)).toMatchObject({ ref: 'github:acme/next#3', command: 'stop' });
  });

  it('remembers that somebody asked to start it', async () => {
    const world = createWorld();
    const { records } = portsOf(world);
    await play(world, polled('the-loop start'));
    await records.forget(GHOST);
    world.existence.set(refKey(GHOST), { kind: 'exists', ref: NEXT });
    await play(world, polled('go on'));
    expect((await ends(world)).at(-1)).toBe('settled session-spawned');
    expect((await records.find(NEXT))?.record.status).toBe('active');
  });
});

describe('the trace of a decision', () => {
  it('is stored with the row and reads as an explanation', async () => {
    const world = createWorld();
    world.existence.set(refKey(GHOST), { kind: 'missing' });
    await play(world, polled('the-loop start'));
    const trace = await traceOf(world);
    expect(renderTrace(trace)).toEqual([
      'settled: session-spawned',
      '  A session is started for the work item.',
      'event: issue_comment.created (speech) by alice, authorized',
      'link: github:acme/app#285 (branch, missing)',
      'link: github:acme/app#40 (entity)',
      'command: start',
      expect.stringMatching(/^snapshot: [0-9a-f]{64}$/),
      'rule: unmatched',
      'effect 1: drop-ref github:acme/app#285',
      'effect 2: record-control github:acme/app#40 start',
      'effect 3: spawn github:acme/app#40 start',
      'reply: reaction +1',
    ]);
  });

  it('of a guard names the guard', async () => {
    const world = createWorld();
    await play(world, comment({ repository: 'acme/app', number: 12 }, 'hi', 'mallory'));
    expect(renderTrace(await traceOf(world))[0]).toBe('dropped: unauthorized-actor');
  });

  it('never holds the words of a comment', async () => {
    const world = createWorld();
    await play(world, comment({ repository: 'acme/app', number: 12 }, 'the-loop do — the secret plan'));
    expect(JSON.stringify(await traceOf(world))).not.toContain('secret plan');
  });
});

describe('a transferred ticket', () => {
  it('takes its session, bindings and last command along', async () => {
    const world = createWorld();
    const ticket = { repository: 'acme/app', number: 12 };
    await play(
      world,
      comment(ticket, 'the-loop start'),
      pullRequest({ repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' }, 'opened'),
    );
    const transferred = issue(ticket, 'transferred');
    const changes = {
      new_issue: { number: 3, html_url: 'https://github.com/acme/next/issues/3' },
      new_repository: { full_name: 'acme/next', html_url: 'https://github.com/acme/next' },
    };
    await play(world, { event: 'issues', payload: { ...transferred.payload, changes } });
    const { records } = portsOf(world);
    const moved = parseRef('github:acme/next#3');
    expect((await ends(world)).at(-1)).toBe('settled item-moved');
    expect(await records.find(parseRef('github:acme/app#12'))).toBeNull();
    expect((await records.control(moved))?.command).toBe('start');
    const [owner] = await records.owning([parseRef('github:octo/infra#7')]);
    expect(owner?.item).toMatchObject({ repo: 'next', number: 3 });
  });
});
