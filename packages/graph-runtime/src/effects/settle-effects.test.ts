import { type HookResult } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { start } from '../verbs/start.ts';
import { type EffectResult } from './effect-performer.ts';
import { pendingEffects, type WaitingEffect } from './pending-effects.ts';
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

  it('is told once by the service that settles it', async () => {
    const one = await asking({ kind: 'deferred' });
    await start(one, adhoc);
    const [{ address, pending }] = (await pendingEffects(one)).waiting as [WaitingEffect];
    const settled = { key: pending.key, result: { kind: 'done', done: { at: one.now() }, degraded } } as const;
    await settleEffect(one, address, settled);
    await settleEffect(one, address, settled);
    const told = one.events.filter(({ event }) => event === 'graph.hook_degraded');
    expect(told).toMatchObject([{ node: pending.node, hook: 'set-phase-label', error: degraded }]);
  });
});
