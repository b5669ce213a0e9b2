import { type HookResult } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { force } from '../verbs/force.ts';
import { start } from '../verbs/start.ts';
import { type EffectResult } from './effect-performer.ts';
import { flushEffects, pendingEffects, pendingEffectsOf, type WaitingEffect } from './pending-effects.ts';
import { settleEffect } from './settle-effects.ts';

const adhoc = { address: { id: 'issue-12' }, loop: 'pdlc-adhoc-loop' };

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

describe('an effect that is done in part', () => {
  const degraded = 'GitHub does not take mallory as a reviewer';
  const reviewers: HookResult = {
    status: 'pass',
    effects: [{ kind: 'reviewers', ref: 'github:acme/app#12', logins: ['mallory'] }],
  };
  const asking = async (result: EffectResult) => ({
    ...createTestContext(space.store, await plainHooks({ 'set-phase-label': () => reviewers })),
    performer: { perform: () => Promise.resolve(result) },
  });

  it('degrades its hook and waits for nothing', async () => {
    const one = await asking({ kind: 'done', done: { at: '2026-01-01T00:00:00Z' }, degraded });
    const report = await start(one, adhoc);
    expect(report?.messages).toEqual([`warning: set-phase-label did not complete: ${degraded}`]);
    expect(one.events.filter(({ event }) => event === 'graph.hook_degraded')).toMatchObject([{ error: degraded }]);
    expect((await pendingEffects(one)).waiting).toEqual([]);
  });

  const told = (one: Pick<TestContext, 'events'>) => one.events.filter(({ event }) => event === 'graph.hook_degraded');
  const done = (one: Pick<TestContext, 'now'>) => ({ kind: 'done', done: { at: one.now() }, degraded }) as const;

  it.each(['twice', 'two at once'])('is told once by a service that settles it %s', async (how) => {
    const one = await asking({ kind: 'deferred' });
    await start(one, adhoc);
    const [{ address, pending }] = (await pendingEffects(one)).waiting as [WaitingEffect];
    const settle = () => settleEffect(one, address, { key: pending.key, result: done(one) });
    if (how === 'twice') await settle();
    await Promise.all(how === 'twice' ? [settle()] : [settle(), settle()]);
    expect(told(one)).toMatchObject([{ node: pending.node, hook: 'set-phase-label', error: degraded }]);
  });

  it('is recorded with one reading of its loop', async () => {
    const one = await asking({ kind: 'deferred' });
    await start(one, adhoc);
    const [{ address, pending }] = (await pendingEffects(one)).waiting as [WaitingEffect];
    const readings = vi.spyOn(one.store, 'load');
    await settleEffect(one, address, { key: pending.key, result: done(one) });
    expect(readings).toHaveBeenCalledTimes(1);
    expect(await pendingEffectsOf(one, 'issue-12')).toEqual([]);
  });

  it('is told by the flush that makes it', async () => {
    const one = await asking({ kind: 'deferred' });
    await start(one, adhoc);
    const performer = { perform: () => Promise.resolve(done(one)) };
    expect(await flushEffects({ ...one, performer }, 'issue-12')).toEqual({ done: 1, waiting: 0 });
    expect(told(one)).toMatchObject([{ work_item: 'github:acme/app#12', hook: 'set-phase-label', error: degraded }]);
  });

  it('is told by the later verb that makes it, with a warning', async () => {
    const one = await asking({ kind: 'failed', error: 'no answer' });
    await start(one, adhoc);
    one.events.splice(0);
    const later = { ...one, performer: { perform: () => Promise.resolve(done(one)) }, retriesOverdue: true };
    const report = await force(later, { address: adhoc.address, to: 'review', reason: 'a' });
    expect(told(one)).toMatchObject([{ node: 'work', hook: 'set-phase-label', error: degraded }]);
    expect(report.warnings).toContain(`set-phase-label did not complete: ${degraded}`);
    expect(await pendingEffectsOf(one, 'issue-12')).toEqual([]);
  });
});
