import { builtinHooks } from '@the-loop/hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from '../verbs/advance.ts';
import { force } from '../verbs/force.ts';
import { openLoop } from '../verbs/open-loop.ts';
import { start } from '../verbs/start.ts';
import { type VerbInput } from '../verbs/verb-context.ts';
import { contextBlock } from './context-block.ts';

const item = { address: { id: 'issue-12' } };

let space: Workspace;
let one: TestContext;
beforeEach(() => {
  space = createWorkspace();
  one = createTestContext(space.store, builtinHooks);
});
afterEach(() => space.remove());

async function block(input: VerbInput = item, extra: { verdict?: string } = {}): Promise<string> {
  const { graph, view, address } = await openLoop(one, input);
  return contextBlock({ graph, view, address, ...extra });
}

describe('the context block', () => {
  it('forbids to begin before the loop was entered', async () => {
    expect(await block()).toMatch(
      /do not start any phase\.\nIt begins with phase-selection, a human gate\.\nIf no assignment comes/,
    );
  });

  it('tells an agent not to claim a human gate', async () => {
    await start(one, item);
    expect(await block()).toMatch(/Node: phase-selection \(phase phase-selection\), waiting\.[\s\S]*do not claim it/);
  });

  it('names the exact claim, the place and the verdict', async () => {
    await start(one, item);
    await force(one, { ...item, to: 'design', reason: 'r' });
    const text = await block(item, { verdict: 'approved' });
    expect(text).toContain('claim it: the-loop graph complete issue-12 --node design\n');
    expect(text).toContain("The gate's answer to this event: approved");
    expect(text).toContain('Artifacts are iterated on the ticket.');
  });

  it('says why a node is blocked', async () => {
    await start(one, item);
    await force(one, { ...item, to: 'design', reason: 'r' });
    await advance(one, { ...item, claim: true });
    expect(await block()).toMatch(
      /Node: design \(phase design\), blocked\.\nReason: `validate-artifacts` did not pass/,
    );
  });

  it('addresses a pull request in another repository in full', async () => {
    const inner = { address: { id: 'issue-12', pr: 7, prRepo: 'octo/infra' } };
    await start(one, inner);
    const text = await block(inner);
    expect(text).toContain('Pull request #7 in octo/infra of work item issue-12, loop pdlc-pr-loop.');
    expect(text).toContain('the-loop graph complete issue-12 --pr 7 --pr-repo octo/infra');
  });
});
