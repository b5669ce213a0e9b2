import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { check } from '../verbs/check.ts';
import { complete } from '../verbs/complete.ts';
import { openLoop } from '../verbs/open-loop.ts';
import { start } from '../verbs/start.ts';

const item = { address: { id: 'issue-12' } };

let space: Workspace;
let one: TestContext;
beforeEach(() => {
  space = createWorkspace();
  one = createTestContext(space.store, builtinHooks);
});
afterEach(() => space.remove());

async function forgedSkip(node: string) {
  const open = await openLoop(one, item);
  const forged = {
    kind: 'skipped',
    node,
    via: 'cli',
    token: node,
    reason: 'no',
    at: '2026-01-01T00:00:00Z',
    by: { login: 'mallory' },
    source: { kind: 'terminal' },
  } as const;
  return { graph: open.graph, state: { ...open.state, facts: [...open.state.facts, forged] } };
}

describe('a check of facts', () => {
  it('does not run a configured verification, and says so', async () => {
    const strict = createTestContext(space.store, builtinHooks, { verifyCommand: ['npm', 'test'] });
    await start(strict, { ...item, loop: 'pdlc-adhoc-loop' });
    const ask = async (context: TestContext) => (await check(context, item)).nodes.find(({ node }) => node === 'work');
    expect(await ask(strict)).toMatchObject({ status: 'wait', provenance: 'not-run' });
    const answers = [1, 0];
    const command = {
      run: () => Promise.resolve({ kind: 'exited' as const, code: answers.shift() ?? 0, tail: [] }),
      tree: () => Promise.resolve('f'.repeat(40)),
    };
    expect(await complete({ ...strict, command }, item)).toMatchObject({ status: 'block' });
    expect(await ask(strict)).toMatchObject({ status: 'block', provenance: 'recorded' });
    expect(await complete({ ...strict, command }, item)).toMatchObject({ status: 'pass', currentNode: 'review' });
    expect(await ask(strict)).toMatchObject({
      status: 'pass',
      provenance: 'recorded',
      messages: [expect.stringMatching(/^`npm test` ended with exit code 0 at .* on files ffffffffffff$/)],
    });
    const other = createTestContext(space.store, builtinHooks, { verifyCommand: ['make', 'check'] });
    expect(await ask(other)).toMatchObject({ status: 'wait', provenance: 'not-run' });
    expect(await ask(one)).toMatchObject({ status: 'pass', provenance: 'vacuous' });
  });

  it('A19: a forged skip of a node that cannot be skipped changes nothing and is named', async () => {
    await start(one, item);
    const { state, graph } = await forgedSkip('phase-selection');
    await one.store.commit(item.address, (await one.store.load(item.address)).revision, {
      state,
      graph,
      at: one.now(),
    });
    const report = await check(one, item);
    expect(report.nodes.find(({ node }) => node === 'phase-selection')).toMatchObject({ status: 'wait' });
    expect(report.warnings).toContain('ignored: a skip of phase-selection, which the loop does not allow');
  });
});
