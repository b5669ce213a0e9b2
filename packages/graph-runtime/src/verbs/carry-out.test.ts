import { type HookResult, type PendingEffect } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EffectResult } from '../effects/effect-performer.ts';
import { flushEffects, pendingEffects, pendingEffectsOf, type WaitingEffect } from '../effects/pending-effects.ts';
import { settleEffect } from '../effects/settle-effects.ts';
import { type ItemStore } from '../items/item-store.ts';
import { createOverlayItemStore } from '../items/overlay-item-store.ts';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from './advance.ts';
import { check } from './check.ts';
import { force } from './force.ts';
import { skip } from './skip.ts';
import { start } from './start.ts';

const adhoc = { address: { id: 'issue-12' }, loop: 'pdlc-adhoc-loop' };
const item = { address: { id: 'issue-12' } };

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(
  runs: Parameters<typeof plainHooks>[0] = {},
  store: ItemStore = space.store,
): Promise<TestContext> {
  return createTestContext(store, await plainHooks(runs));
}

const label: HookResult = {
  status: 'pass',
  effects: [{ kind: 'phase-label', ref: 'github:acme/app#12', prefix: 'loop:', label: 'loop:implementation' }],
};

describe('an entry chain', () => {
  it('is told which document was published last in the loop', async () => {
    const seen: (string | undefined)[] = [];
    const one = await context({
      'publish-artifact': ({ published, ref }) => {
        seen.push(published);
        const occasion = `${seen.length}`.repeat(16);
        return { status: 'pass', effects: [{ kind: 'comment', ref, body: 'x', purpose: 'artifact', occasion }] };
      },
    });
    await start(one, { ...item, loop: 'pdlc-contribution-loop' });
    for (const to of ['plan-approval', 'scoped-plan', 'plan-approval', 'human-approval'])
      await force(one, { ...item, to, reason: 'r' });
    expect(seen).toEqual([undefined, '1'.repeat(16), '2'.repeat(16)]);
  });

  it('is told which checklist was posted last, also when an older one was folded away behind it', async () => {
    const seen: (string | undefined)[] = [];
    const asking = await context({
      'post-phase-selection': ({ checklist, ref }) => {
        seen.push(checklist?.id);
        const older = checklist === undefined ? [] : [{ kind: 'minimize' as const, ...checklist }];
        return {
          status: 'pass',
          effects: [{ kind: 'comment', ref, body: 'x', purpose: 'phase-checklist' }, ...older],
        };
      },
    });
    const ids: string[] = [];
    const perform = (_: unknown, { effect }: PendingEffect): Promise<EffectResult> => {
      const isList = effect.kind === 'comment' && effect.purpose === 'phase-checklist';
      if (isList) ids.push(`c${ids.length + 1}`);
      const at = `2026-01-01T00:00:0${ids.length}Z`;
      return Promise.resolve({ kind: 'done', done: { at, ...(isList ? { id: ids.at(-1) ?? '' } : {}) } });
    };
    const one = { ...asking, performer: { perform } };
    await start(one, item);
    for (const to of ['brainstorming', 'phase-selection', 'brainstorming', 'phase-selection'])
      await force(one, { ...item, to, reason: 'r' });
    expect(seen).toEqual([undefined, 'c1', 'c2']);
  });

  it('is told the head that was asked about', async () => {
    const seen: string[] = [];
    const approved: HookResult = { status: 'pass', data: { outcome: 'approved' } };
    const one = await context({
      'classify-feedback': () => approved,
      'log-entry': ({ node, headSha }) => {
        seen.push(`${node.id} ${headSha}`);
        return { status: 'pass' };
      },
    });
    await start(one, item);
    await force(one, { ...item, to: 'requirements-approval', reason: 'r' });
    await advance(one, { ...item, headSha: 'b2' });
    expect(seen.at(-1)).toBe('design b2');
  });
});

describe('degradations', () => {
  it('an entry hook that throws stops no other and changes no verdict', async () => {
    const one = await context({
      'set-phase-label': () => {
        throw new Error('secret text of a remote');
      },
      'deliver-assignment': () => label,
    });
    const report = await start(one, adhoc);
    expect(report).toMatchObject({ status: 'pass', degraded: [{ node: 'work', hook: 'set-phase-label' }] });
    expect(report?.messages.join()).not.toContain('secret');
    expect(one.performer.written).toEqual([['label', 'loop:implementation']]);
    expect(one.events.filter(({ event }) => event === 'graph.hook_degraded')).toHaveLength(1);
  });

  it('an effect that fails is a warning, stays stored, and is done by a later flush', async () => {
    const one = await context({ 'set-phase-label': () => label });
    one.performer.failing.add('setLabels');
    const report = await start(one, adhoc);
    expect(report).toMatchObject({ status: 'pass', pendingWrites: 1 });
    expect(report?.messages).toEqual([
      'warning: set-phase-label did not complete: GITHUB_UNAVAILABLE: GitHub answered 503',
      'warning: the work went on; 1 write waits for another try',
    ]);
    expect(await pendingEffectsOf(one, 'issue-12')).toMatchObject([
      { pending: { attempts: 1, hook: 'set-phase-label' } },
    ]);
    one.performer.failing.clear();
    expect(await flushEffects(one, 'issue-12')).toEqual({ done: 1, waiting: 0 });
    expect(one.performer.written).toEqual([['label', 'loop:implementation']]);
    expect(await flushEffects(one, 'issue-12')).toEqual({ done: 0, waiting: 0 });
  });

  it('is tried again by the next verb where nobody else writes, as a repeat, and not in a service', async () => {
    const tries: [string, number][] = [];
    const one = await context({ 'set-phase-label': () => label });
    one.performer.failing.add('setLabels');
    await start(one, adhoc);
    one.performer.failing.clear();
    const performer: typeof one.performer = {
      ...one.performer,
      perform: (address, pending, signal) => {
        tries.push([pending.hook, pending.attempts]);
        return one.performer.perform(address, pending, signal);
      },
    };
    await skip({ ...one, performer }, { ...item, tokens: [], reason: 'nothing' }).catch(() => undefined);
    await force({ ...one, performer }, { ...item, to: 'review', reason: 'a' });
    expect(tries.map(([hook]) => hook)).not.toContain('set-phase-label');
    await force({ ...one, performer, retriesOverdue: true }, { ...item, to: 'work', reason: 'b' });
    expect(tries).toContainEqual(['set-phase-label', 1]);
    expect(one.performer.written.filter(([kind]) => kind === 'label')).toHaveLength(2);
    expect(await pendingEffectsOf(one, 'issue-12')).toEqual([]);
  });

  it('A3: a failing audit comment is a warning of the force that stands', async () => {
    const one = await context();
    one.performer.failing.add('addComment');
    const report = await force(one, { ...item, to: 'design', reason: 'hurry' });
    expect(report.currentNode).toBe('design');
    expect(report.warnings).toContain('could not post the audit comment: GITHUB_UNAVAILABLE: GitHub answered 503');
  });

  it('two skips at the same place post two comments', async () => {
    const one = await context();
    await skip(one, { ...item, tokens: ['design'], reason: 'a' });
    await skip(one, { ...item, tokens: ['evidence'], reason: 'b' });
    expect(one.performer.written).toEqual([
      ['comment', 'github:acme/app#12'],
      ['comment', 'github:acme/app#12'],
    ]);
  });

  it('an effect of a service stays pending until it is settled', async () => {
    const one = {
      ...(await context({ 'set-phase-label': () => label })),
      performer: { perform: () => Promise.resolve({ kind: 'deferred' as const }) },
    };
    await start(one, adhoc);
    const { waiting } = await pendingEffects(one);
    expect(waiting).toHaveLength(1);
    const [{ address, pending }] = waiting as [WaitingEffect];
    await settleEffect(one, address, { key: pending.key, result: { kind: 'done', done: { at: one.now(), id: '5' } } });
    expect((await pendingEffects(one)).waiting).toEqual([]);
    expect((await space.store.load(address)).state.done[pending.key]).toMatchObject({ id: '5' });
  });
});

describe('two verbs at once', () => {
  it('a skip that is declared while an advance evaluates is kept, and so is the advance', async () => {
    const plain = await context();
    await start(plain, item);
    await force(plain, { ...item, to: 'brainstorming', reason: 'go' });
    let meanwhile: Promise<unknown> | null = null;
    const slow = await context({
      'validate-artifacts': async () => {
        meanwhile ??= skip(plain, { ...item, tokens: ['evidence'], reason: 'docs only' });
        await meanwhile;
        return { status: 'pass' };
      },
    });
    expect(await advance(slow, item)).toMatchObject({ status: 'pass', currentNode: 'requirements-definition' });
    const report = await check(plain, item);
    expect(report.nodes.find(({ node }) => node === 'evidence')).toMatchObject({ status: 'skip' });
  });

  it('many verbs all land, or say that they lost and wrote nothing', async () => {
    const one = await context();
    await start(one, item);
    const tokens = ['design', 'evidence', 'self-review', 'critic-review', 'security-review', 'verification'];
    const results = await Promise.allSettled(
      tokens.map((token) => skip(one, { ...item, tokens: [token], reason: 'r' })),
    );
    const landed = tokens.filter((_token, index) => results[index]?.status === 'fulfilled');
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'VERB_REFUSED_CONFLICT' });
    const { nodes } = await check(one, item);
    const skipped = nodes.filter(
      ({ status, outcome, provenance }) => status === 'skip' && outcome === 'skipped' && provenance === 'recorded',
    );
    expect(skipped.map(({ node }) => node).sort()).toEqual([...landed].sort());
    expect(landed.length).toBeGreaterThan(0);
  });

  it('a verb that keeps losing says so', async () => {
    const commit: ItemStore['commit'] = () =>
      Promise.resolve({ kind: 'conflict', reason: 'the state file changed meanwhile' });
    const losing: ItemStore = { ...createOverlayItemStore(space.store), commit };
    await expect(start(await context({}, losing), adhoc)).rejects.toMatchObject({ code: 'VERB_REFUSED_CONFLICT' });
  });
});

describe('a verb that is told to stop', () => {
  it('records nothing of a gate that it had begun to ask', async () => {
    const stopping = new AbortController();
    const one = await context({
      'verify-tests': () => {
        stopping.abort();
        return { status: 'block' };
      },
    });
    const inner = { address: { id: 'issue-12', pr: 7 } };
    await start(one, inner);
    const before = await space.store.load(inner.address);
    await expect(advance({ ...one, signal: stopping.signal }, inner)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await space.store.load(inner.address)).toEqual(before);
  });
});
