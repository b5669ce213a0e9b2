import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { check } from './check.ts';
import { force } from './force.ts';
import { renderItem } from './render-item.ts';
import { skip, unskip } from './skip.ts';
import { start } from './start.ts';

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

describe('overriding the graph', () => {
  it('A18: a force moves the pointer and forges no verdict', async () => {
    const one = await context();
    await start(one, item);
    await force(one, { ...item, to: 'implementation', reason: 'hurry' });
    const report = await check(one, { ...item, recompute: true });
    expect(report).toMatchObject({ ok: false, currentNode: 'phase-selection', parked: null });
    expect(report.nodes.find(({ node }) => node === 'requirements-approval')).toMatchObject({
      status: 'wait',
      forced: false,
    });
  });

  it('A19: a skip after the fact is rejected', async () => {
    const one = await context();
    await start(one, item);
    await force(one, { ...item, to: 'design', reason: 'r' });
    const report = await skip(one, { ...item, tokens: ['design'], reason: 'late' });
    expect(report).toMatchObject({ declared: [], rejected: [{ token: 'design' }] });
  });

  it('a skip can be taken back', async () => {
    const one = await context();
    await skip(one, { ...item, tokens: ['evidence'], reason: 'r' });
    expect(await unskip(one, { ...item, tokens: ['evidence'], reason: 'needed' })).toMatchObject({
      declared: ['evidence'],
    });
    expect((await check(one, item)).nodes.find(({ node }) => node === 'evidence')?.status).not.toBe('skip');
  });

  it('A7: a hand-edited skip of a required node is inert and named', async () => {
    const one = await context();
    await start(one, item);
    const file = JSON.parse(space.read(statePath)) as { skips: object };
    space.write(
      statePath,
      JSON.stringify({ ...file, skips: { 'phase-selection': { via: 'selection', by: '@alice' } } }),
    );
    const report = await check(one, item);
    expect(report.nodes.find(({ node }) => node === 'phase-selection')).toMatchObject({ status: 'wait' });
    expect(report.warnings).toEqual([`${statePath}: edited by hand and ignored: skips`]);
    expect((await renderItem(one, item)).warnings).toHaveLength(1);
    expect((await check(one, item)).warnings).toEqual([]);
  });
});
