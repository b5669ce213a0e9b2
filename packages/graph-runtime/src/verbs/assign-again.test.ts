import { type HookResult } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EffectResult } from '../effects/effect-performer.ts';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { assignAgain } from './assign-again.ts';
import { start } from './start.ts';
import { type VerbContext } from './verb-context.ts';

const inner = { address: { id: 'issue-12', pr: 7 } };
const assignment: HookResult = {
  status: 'pass',
  effects: [{ kind: 'assignment', node: 'implementation', human: false, text: 'build it' }],
};

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

/** A context whose performer says what it says to every assignment, and writes their keys down. */
async function context(says: EffectResult[] = []) {
  const given: string[] = [];
  const done: EffectResult = { kind: 'done', done: { at: '2026-01-01T00:00:00Z' } };
  const one: VerbContext = {
    ...createTestContext(space.store, await plainHooks({ 'deliver-assignment': () => assignment })),
    performer: {
      perform: (_address, { key }) => {
        given.push(key);
        return Promise.resolve(says.shift() ?? done);
      },
    },
  };
  return { one, given };
}
const pending = async () => (await space.store.load(inner.address)).state.pending;

describe('an assignment that is given again', () => {
  it('has a key of its own, the same for one occasion, and records nothing', async () => {
    const { one, given } = await context();
    await start(one, inner);
    const before = await space.store.load(inner.address);
    expect(await assignAgain(one, { ...inner, occasion: 'd1' })).toBe(true);
    expect(await assignAgain(one, { ...inner, occasion: 'd1' })).toBe(true);
    const base = 'issue-12/pr-7/implementation#1/entry/deliver-assignment';
    expect(given).toEqual([base, `${base}/again/d1`, `${base}/again/d1`]);
    expect((await space.store.load(inner.address)).state).toEqual(before.state);
  });

  it('is the one that was committed and not handed on, where there is one', async () => {
    const failed: EffectResult = { kind: 'failed', error: 'no session works on this loop' };
    const { one, given } = await context([failed, failed]);
    await start(one, inner);
    expect(await assignAgain(one, { ...inner, occasion: 'd1' })).toBe(false);
    expect(await pending()).toHaveLength(1);
    expect(await assignAgain(one, { ...inner, occasion: 'd1' })).toBe(true);
    expect(await pending()).toEqual([]);
    expect(new Set(given).size).toBe(1);
  });

  it('is none at a node of people', async () => {
    const { one } = await context();
    const item = { address: { id: 'issue-12' } };
    await start(one, item);
    expect(await assignAgain(one, { ...item, occasion: 'd1' })).toBe(false);
  });
});
