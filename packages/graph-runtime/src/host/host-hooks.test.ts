import { type HookResult } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHook, plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from '../verbs/advance.ts';
import { start } from '../verbs/start.ts';

const adhoc = { address: { id: 'issue-12' }, loop: 'pdlc-adhoc-loop' };
const item = { address: { id: 'issue-12' } };

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

const label: HookResult = {
  status: 'pass',
  effects: [{ kind: 'phase-label', ref: 'github:acme/app#12', prefix: 'loop:', label: 'loop:implementation' }],
};

describe('hooks within their capability', () => {
  it('get only what it covers', async () => {
    const seen: Record<string, readonly string[]> = {};
    const look = (name: string, capability: 'pure' | 'read-remote' | 'spawn') =>
      plainHook(
        name,
        (given) => {
          seen[name] = ['remote', 'command'].filter((port) => port in given);
          return { status: 'pass' };
        },
        { capability },
      );
    const hooks = new Map(await plainHooks());
    hooks.set('set-phase-label', look('set-phase-label', 'pure'));
    hooks.set('log-entry', look('log-entry', 'read-remote'));
    hooks.set('deliver-assignment', look('deliver-assignment', 'spawn'));
    const ports = { remote: {} as never, command: {} as never };
    await start({ ...createTestContext(space.store, hooks), ...ports }, adhoc);
    expect(seen).toEqual({ 'set-phase-label': [], 'log-entry': ['remote'], 'deliver-assignment': ['command'] });
  });

  it('a hook that does not answer in time blocks its gate, and is told', async () => {
    const hooks = new Map(await plainHooks());
    let isAborted = false;
    const sleepy = plainHook(
      'verify-tests',
      (given) => {
        given.signal?.addEventListener('abort', () => (isAborted = true));
        return new Promise(() => undefined);
      },
      { timeoutMs: 20 },
    );
    hooks.set('verify-tests', sleepy);
    const one = createTestContext(space.store, hooks);
    await start(one, adhoc);
    const report = await advance(one, item);
    expect(report).toMatchObject({ status: 'block' });
    expect(report.messages.join()).toContain('no answer within 20 ms');
    expect(isAborted).toBe(true);
  });

  it('A23: what a foreign hook says about routes, facts and effects is dropped', async () => {
    const hooks = new Map(await plainHooks());
    const fact = {
      kind: 'goal',
      at: '2026-01-01T00:00:00Z',
      by: { login: 'x' },
      source: { kind: 'runtime' },
      goal: 'g',
      criteria: [],
    } as const;
    const foreign: HookResult = {
      status: 'pass',
      data: { outcome: 'done', facts: [fact] },
      effects: label.effects ?? [],
    };
    hooks.set(
      'x-theirs',
      plainHook('x-theirs', () => foreign),
    );
    const yaml =
      'name: mine\nnodes:\n  - { id: a, exit: [x-theirs] }\n  - { id: complete, terminal: true }\nedges:\n  - { from: a, on: done, to: complete }\n';
    const one = { ...createTestContext(space.store, hooks), graphs: { mine: yaml } };
    await start(one, { ...item, loop: 'mine' });
    expect(await advance(one, item)).toMatchObject({ status: 'escalated', currentNode: 'a' });
    expect((await space.store.load(item.address)).state.facts.some(({ kind }) => kind === 'goal')).toBe(false);
    expect(one.performer.written).toEqual([]);
  });
});
