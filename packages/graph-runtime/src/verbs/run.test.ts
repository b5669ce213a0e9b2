import { type HookResult } from '@the-loop/graph-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { run } from './run.ts';
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

describe('a run', () => {
  it('stops where people are asked', async () => {
    const one = await context({ 'classify-adhoc-reply': () => ({ status: 'wait' }) });
    const report = await run(one, adhoc);
    expect(report).toMatchObject({ end: 'waiting', currentNode: 'review' });
    expect(report.steps.map(({ node, status }) => [node, status])).toEqual([
      ['work', 'pass'],
      ['work', 'pass'],
      ['review', 'wait'],
    ]);
  });

  it('sees that it walks in a circle', async () => {
    const one = await context({ 'classify-adhoc-reply': () => ({ status: 'pass', data: { outcome: 'more-work' } }) });
    expect((await run(one, adhoc)).end).toBe('looping');
  });

  it('as a rehearsal says the same and changes nothing', async () => {
    const one = await context({ 'classify-adhoc-reply': () => ({ status: 'wait' }), 'set-phase-label': () => label });
    await start(one, adhoc);
    space.write('docs/specs/issue-12/execution-log.md', '# Log\n');
    const before = space.read(statePath);
    one.events.length = 0;
    one.performer.written.length = 0;
    const report = await run(one, { ...item, dryRun: true });
    expect(report).toMatchObject({ end: 'waiting', currentNode: 'review', dryRun: true });
    expect([space.read(statePath), one.events, one.performer.written]).toEqual([before, [], []]);
    expect((await run(one, item)).steps.map(({ node, status }) => [node, status])).toEqual(
      report.steps.map(({ node, status }) => [node, status]),
    );
  });
});
