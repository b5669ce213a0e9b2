import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { simulate } from './simulate.ts';

const adhoc = { address: { id: 'issue-12' }, loop: 'pdlc-adhoc-loop' };

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(runs: Parameters<typeof plainHooks>[0] = {}): Promise<TestContext> {
  return createTestContext(space.store, await plainHooks(runs));
}

describe('a simulation', () => {
  it('walks what would be walked, and counts on no hook', async () => {
    const report = await simulate(await context(), { ...adhoc, outcomes: { review: ['more-work'] } });
    expect(report.steps.map(({ node, outcome }) => `${node} ${outcome}`.trim())).toEqual([
      'work pass',
      'review more-work',
      'work pass',
      'review done',
      'complete',
    ]);
    expect(report.end).toBe('terminal');
  });

  it('says where no edge leads on', async () => {
    expect((await simulate(await context(), { ...adhoc, outcomes: { review: ['nonsense'] } })).end).toBe('no-edge');
  });
});
