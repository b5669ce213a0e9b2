import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from './advance.ts';
import { check } from './check.ts';
import { force } from './force.ts';
import { migrate } from './migrate.ts';
import { start } from './start.ts';

const item = { address: { id: 'issue-12' } };

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(runs: Parameters<typeof plainHooks>[0] = {}): Promise<TestContext> {
  return createTestContext(space.store, await plainHooks(runs));
}

describe('moving to another graph', () => {
  const older =
    'name: mine\nnodes:\n  - id: a\n  - { id: gone }\n  - { id: complete, terminal: true }\nedges:\n  - { from: a, on: pass, to: gone }\n  - { from: gone, on: pass, to: complete }\n';
  const newer =
    'name: mine\nversion: 2\nnodes:\n  - id: a\n  - { id: b }\n  - { id: complete, terminal: true }\nedges:\n  - { from: a, on: pass, to: b }\n  - { from: b, on: pass, to: complete }\n';

  it('an item walks its pinned graph until it is moved', async () => {
    const one = { ...(await context()), graphs: { mine: older } };
    await start(one, { ...item, loop: 'mine' });
    const later = { ...one, graphs: { mine: newer } };
    expect((await check(later, item)).warnings.join()).toContain('kept copy of mine');
    expect(await migrate(later, { ...item, to: 'mine', dryRun: true })).toMatchObject({
      dropped: ['gone'],
      added: ['b'],
      dryRun: true,
    });
    expect((await check(later, item)).nodes.map(({ node }) => node)).toContain('gone');
    expect(await migrate(later, { ...item, to: 'mine' })).toMatchObject({ status: 'migrated', currentNode: 'a' });
    expect(await advance(later, item)).toMatchObject({ currentNode: 'b' });
    expect((await check(later, item)).warnings).toEqual([]);
  });

  it('a position that the new graph lacks needs to be named', async () => {
    const one = { ...(await context()), graphs: { mine: older } };
    await start(one, { ...item, loop: 'mine' });
    await advance(one, item);
    const later = { ...one, graphs: { mine: newer } };
    expect(await migrate(later, { ...item, to: 'mine' })).toMatchObject({
      status: 'refused',
      reason: 'orphaned',
      orphaned: 'gone',
    });
    expect(await migrate(later, { ...item, to: 'mine', at: 'b' })).toMatchObject({
      status: 'migrated',
      currentNode: 'b',
    });
  });

  it('a lost gate needs somebody authorized', async () => {
    const one = { ...(await context()), graphs: { mine: newer } };
    await start(one, item);
    const to = { ...item, to: 'mine', at: 'a' };
    expect(await migrate(one, to)).toMatchObject({ status: 'refused', reason: 'gate-lost' });
    expect(await migrate(one, { ...to, authorized: true })).toMatchObject({ status: 'migrated' });
  });

  it('a kept graph that was changed is refused', async () => {
    const one = { ...(await context()), graphs: { mine: older } };
    await start(one, { ...item, loop: 'mine' });
    const { state } = await space.store.load(item.address);
    const path = `docs/specs/issue-12/graph-${state.graph?.digest.slice(0, 16) ?? ''}.json`;
    space.write(path, space.read(path).replaceAll('gone', 'other'));
    await expect(advance({ ...one, graphs: { mine: newer } }, item)).rejects.toMatchObject({ code: 'GRAPH_PIN_LOST' });
  });

  const gated = newer.replace('{ id: b }', '{ id: b, actor: human, exit: [ask] }');

  async function withLostCopy(): Promise<TestContext> {
    const one = { ...(await context({ ask: () => ({ status: 'wait' }) })), graphs: { mine: older } };
    await start(one, { ...item, loop: 'mine' });
    const { state } = await space.store.load(item.address);
    space.write(`docs/specs/issue-12/graph-${state.graph?.digest.slice(0, 16) ?? ''}.json`, '{"nodes":[]}');
    return { ...one, graphs: { mine: gated } };
  }

  it('leads out of a lost copy, for somebody authorized where there is a gate', async () => {
    const one = await withLostCopy();
    await expect(check(one, item)).rejects.toMatchObject({ code: 'GRAPH_PIN_LOST' });
    expect(await migrate(one, { ...item, to: 'mine' })).toMatchObject({
      status: 'refused',
      reason: 'gate-lost',
      lostGates: ['b'],
      warnings: expect.arrayContaining([expect.stringContaining('is lost')]) as string[],
    });
    expect(await migrate(one, { ...item, to: 'mine', authorized: true })).toMatchObject({ status: 'migrated' });
    expect((await check(one, item)).warnings).toEqual([]);
  });

  it('a force leads out of a lost copy', async () => {
    const one = await withLostCopy();
    const report = await force(one, { ...item, to: 'b', reason: 'r' });
    expect(report).toMatchObject({ currentNode: 'b' });
    expect(report.warnings.join()).toContain('mine as it is today stands in for it');
    expect((await check(one, item)).currentNode).toBe('b');
  });

  it.each([
    ['broken', 'nodes: 3'],
    ['gone', '/no/such/mine.yaml'],
  ])("W19: an item walks its kept copy while the operator's file is %s, and says so", async (_what, file) => {
    const one = { ...(await context()), graphs: { mine: older } };
    await start(one, { ...item, loop: 'mine' });
    const later = { ...one, graphs: { mine: file } };
    expect((await check(later, item)).warnings.join()).toContain('the loop itself cannot be read');
    expect(await advance(later, item)).toMatchObject({ currentNode: 'gone' });
  });

  it('R48: refuses a recorded loop that is not configured any more', async () => {
    const one = { ...(await context()), graphs: { mine: older } };
    await start(one, { ...item, loop: 'mine' });
    await expect(advance({ ...one, graphs: {} }, item)).rejects.toMatchObject({ code: 'GRAPH_LOOP_UNKNOWN' });
  });
});
