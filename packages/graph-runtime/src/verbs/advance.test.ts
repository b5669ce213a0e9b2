import { type HookResult, type HookSettings } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from './advance.ts';
import { check } from './check.ts';
import { complete } from './complete.ts';
import { force } from './force.ts';
import { start } from './start.ts';

const adhoc = { address: { id: 'issue-12' }, loop: 'pdlc-adhoc-loop' };
const item = { address: { id: 'issue-12' } };
const statePath = 'docs/specs/issue-12/graph-state.json';

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(runs: Parameters<typeof plainHooks>[0] = {}): Promise<TestContext> {
  return createTestContext(space.store, await plainHooks(runs));
}

const label: HookResult = {
  status: 'pass',
  effects: [{ kind: 'phase-label', ref: 'github:acme/app#12', prefix: 'loop:', label: 'loop:implementation' }],
};

describe('start and advance', () => {
  it('start pins the graph and is nothing the second time', async () => {
    const one = await context();
    expect(await start(one, adhoc)).toMatchObject({
      node: 'work',
      status: 'pass',
      currentNode: 'work',
      ref: 'github:acme/app#12',
    });
    const before = space.read(statePath);
    expect(await start(one, adhoc)).toBeNull();
    expect(space.read(statePath)).toBe(before);
    expect(JSON.parse(before)).toMatchObject({
      loop: 'pdlc-adhoc-loop',
      graph: { name: 'pdlc-adhoc-loop' },
      currentNode: 'work',
    });
    expect(one.events).toEqual([
      {
        event: 'graph.started',
        work_item: 'github:acme/app#12',
        node: 'work',
        loop: 'pdlc-adhoc-loop',
        actor: 'operator',
      },
    ]);
  });

  it('an advance of a fresh item starts it, and asks the gate only where people are asked', async () => {
    expect(await advance(await context(), adhoc)).toMatchObject({ node: 'work', status: 'pass', currentNode: 'work' });
    const waits = await context({ 'classify-phase-selection': () => ({ status: 'wait' }) });
    const report = await advance(waits, { address: { id: 'issue-13' } });
    expect(report).toMatchObject({ node: 'phase-selection', status: 'wait', currentNode: 'phase-selection' });
  });

  it('a gate whose subject changed asks again, once for each renewal', async () => {
    const answers: HookResult[] = [
      { status: 'wait', data: { renew: true, used: ['c1'] } },
      { status: 'wait' },
      { status: 'pass', data: { outcome: 'done' } },
    ];
    const one = await context({
      'request-review': ({ ref }) => ({
        status: 'pass',
        effects: [{ kind: 'comment', ref, body: 'please answer', purpose: 'review-request' }],
      }),
      'classify-adhoc-reply': () => answers.shift() ?? { status: 'wait' },
    });
    await start(one, adhoc);
    await complete(one, item);
    expect(one.performer.bodies).toEqual(['please answer']);
    expect(await advance(one, item)).toMatchObject({ status: 'wait', reason: 'renewed', moved: false });
    expect(one.performer.bodies).toHaveLength(2);
    expect(await advance(one, item)).toMatchObject({ status: 'wait', currentNode: 'review' });
    expect(one.performer.bodies).toHaveLength(2);
    expect(await advance(one, item)).toMatchObject({ status: 'pass', currentNode: 'complete' });
    expect((await check(one, item)).warnings).toEqual([]);
    expect(one.events.filter(({ event }) => event.startsWith('gate.'))).toEqual([
      { event: 'gate.renewed', work_item: 'github:acme/app#12', node: 'review', files: [] },
    ]);
  });

  it('a signed selection tells who answered, and names the rows that have no effect', async () => {
    const selected = {
      kind: 'selected',
      at: '2026-01-01T00:00:00Z',
      by: { login: 'alice' },
      source: { kind: 'comment', ref: 'github:acme/app#12', id: '7', url: '', bodyDigest: '' },
      skips: ['design'],
      optIns: [],
      surface: 'work-item',
      sessionPerPr: 'never',
      via: 'reply',
    } as const;
    const data = { outcome: 'selected', facts: [selected], refused: ['implementation'], unknown: ['desgin'], late: [] };
    const one = await context({ 'classify-phase-selection': () => ({ status: 'pass', data }) });
    await advance(one, item);
    expect(one.events).toContainEqual(
      expect.objectContaining({
        event: 'gate.answered',
        node: 'phase-selection',
        outcome: 'selected',
        actor: 'alice',
        via: 'comment',
      }),
    );
    expect(one.events.filter(({ event }) => event === 'graph.skips_rejected')).toMatchObject([
      { token: 'implementation', via: 'selection' },
      { token: 'desgin', via: 'selection', why: 'the loop has no phase of this name' },
    ]);
  });

  it('another loop than the one that is walked is refused', async () => {
    await start(await context(), adhoc);
    await expect(advance(await context(), { ...item, loop: 'pdlc-contribution-loop' })).rejects.toMatchObject({
      code: 'VERB_REFUSED_LOOP',
    });
  });

  it('A12: a loop of the operator that names a hook which is not there does not load', async () => {
    const yaml = `name: mine
nodes:
  - { id: a, exit: [no-such-gate] }
  - { id: complete, terminal: true }
edges:
  - { from: a, on: pass, to: complete }
`;
    const one = { ...(await context()), graphs: { mine: yaml } };
    await expect(start(one, { ...item, loop: 'mine' })).rejects.toMatchObject({ code: 'GRAPH_INVALID' });
  });

  it('A9, A20: an inner loop recorded as the outer one means the default, an invented one is refused', async () => {
    space.write(statePath, JSON.stringify({ loop: 'pdlc-pr-loop', currentNode: 'design' }));
    expect((await check(await context(), item)).loop).toBe('pdlc-work-item-loop');
    space.write(statePath, JSON.stringify({ loop: 'made-up', currentNode: 'design' }));
    await expect(check(await context(), item)).rejects.toMatchObject({ code: 'GRAPH_LOOP_UNKNOWN' });
    space.write(statePath, JSON.stringify({ loop: '../../evil', currentNode: 'design' }));
    const { loop, warnings } = await check(await context(), item);
    expect([loop, warnings]).toEqual(['pdlc-work-item-loop', [expect.stringContaining('is not used: loop')]]);
  });

  it('A1: a hostile ticketing repository derives no ref, and the write fails aloud', async () => {
    const hooks = await plainHooks({
      'set-phase-label': ({ ref }) => ({ ...label, effects: [{ kind: 'comment', ref, body: 'x', purpose: 'audit' }] }),
    });
    const one = createTestContext(space.store, hooks, { originRepo: 'octo/..' });
    const report = await start(one, adhoc);
    expect(report?.ref).toBe('issue-12');
    expect(report?.messages.join('\n')).toContain('malformed work item ref');
    expect(one.performer.written).toEqual([]);
  });

  it('A14: a pull request never falls back to the ticket', async () => {
    const one = createTestContext(space.store, await plainHooks(), { originRepo: '' });
    expect((await start(one, { address: { id: 'issue-12', pr: 7 } }))?.ref).toBe('issue-12');
  });

  it('a repository without a pull request is refused, and naming the origin is the same as naming none', async () => {
    const one = await context();
    await expect(start(one, { address: { id: 'issue-12', prRepo: 'octo/infra' } })).rejects.toMatchObject({
      code: 'VERB_REFUSED_ADDRESS',
    });
    await start(one, { address: { id: 'issue-12', pr: 7, prRepo: 'Acme/App' } });
    expect(await space.store.innerLoops('issue-12')).toEqual([{ id: 'issue-12', pr: 7 }]);
  });

  it('a pointer to no node of the loop is refused, and force gets out of it', async () => {
    space.write(statePath, JSON.stringify({ currentNode: 'nowhere' }));
    const one = await context();
    expect(await advance(one, item)).toMatchObject({ status: 'refused', reason: 'unknown-node', moved: false });
    expect(await force(one, { ...item, to: 'design', reason: 'lost' })).toMatchObject({ currentNode: 'design' });
  });
});

describe('claims', () => {
  it('A6: of unfinished work block on what the gate finds', async () => {
    const one = await context({ 'verify-tests': () => ({ status: 'block', messages: [{ text: 'tests fail' }] }) });
    await start(one, adhoc);
    expect(await complete(one, item)).toMatchObject({ status: 'block', moved: false, messages: ['tests fail'] });
    expect(await complete(one, item)).toMatchObject({ status: 'escalated', moved: false, currentNode: 'work' });
    expect(one.events.map(({ event }) => event)).toContain('graph.escalated');
  });

  it('carry the actor as a note of the principal', async () => {
    const one = await context();
    await start(one, adhoc);
    await complete(one, { ...item, actor: 'sess-42' });
    const { facts } = (await space.store.load(item.address)).state;
    expect(facts.find(({ kind }) => kind === 'claimed')).toMatchObject({
      by: { login: 'operator', note: 'sess-42' },
      source: { kind: 'claim' },
    });
  });

  it('an escalation tells the configured roles once for each entry', async () => {
    const hooks = await plainHooks({ 'verify-tests': () => ({ status: 'block', messages: [{ text: 'tests fail' }] }) });
    const one = createTestContext(space.store, hooks, { notifications: { 'conflict-escalated': ['maintainer'] } });
    await start(one, adhoc);
    for (let claim = 0; claim < 4; claim += 1) await complete(one, item);
    const { pending } = (await space.store.load(item.address)).state;
    expect(pending.map(({ effect }) => effect)).toMatchObject([
      { kind: 'notify', event: 'conflict-escalated', roles: ['maintainer'] },
    ]);
  });

  it('an escalation tells the approvers where the configuration names nobody', async () => {
    const one = await context({ 'verify-tests': () => ({ status: 'block', messages: [{ text: 'tests fail' }] }) });
    await start(one, adhoc);
    for (let claim = 0; claim < 3; claim += 1) await complete(one, item);
    const { pending } = (await space.store.load(item.address)).state;
    expect(pending.map(({ effect }) => effect)).toMatchObject([{ event: 'conflict-escalated', roles: ['approver'] }]);
  });

  it('the end of an item tells its approvers, or whom the configuration names, and nobody where it names none', async () => {
    const told = async (id: string, notifications: HookSettings['notifications']) => {
      const one = createTestContext(space.store, await plainHooks(), { notifications });
      const input = { address: { id } };
      await start(one, { ...input, loop: 'pdlc-adhoc-loop' });
      await force(one, { ...input, to: 'complete', reason: 'r' });
      const { pending } = (await space.store.load(input.address)).state;
      return pending.flatMap(({ effect }) => (effect.kind === 'notify' ? [[effect.event, effect.roles]] : []));
    };
    expect(await told('issue-21', {})).toEqual([['work-item-complete', ['approver']]]);
    expect(await told('issue-22', { 'work-item-complete': ['qa'] })).toEqual([['work-item-complete', ['qa']]]);
    expect(await told('issue-23', { 'work-item-complete': [] })).toEqual([]);
  });

  it('the end of an inner loop is not the end of the item', async () => {
    const one = await context();
    const inner = { address: { id: 'issue-12', pr: 7 } };
    await start(one, inner);
    await force(one, { ...inner, to: 'complete', reason: 'r' });
    expect((await space.store.load(inner.address)).state.pending.map(({ effect }) => effect.kind)).not.toContain(
      'notify',
    );
  });

  it('a write verb sets an unreadable file aside, begins anew and says so', async () => {
    space.write(statePath, '{ not json');
    const one = await context();
    expect((await check(one, item)).warnings).toEqual([`${statePath} is not used: it is not a JSON object`]);
    const report = await start(one, adhoc);
    expect(report?.warnings.join()).toMatch(/graph-state\.corrupt-[0-9TZ]+\.json/);
    expect(one.events).toContainEqual(expect.objectContaining({ event: 'state.quarantined', path: statePath }));
    expect((await check(one, item)).warnings).toEqual([]);
  });
});
