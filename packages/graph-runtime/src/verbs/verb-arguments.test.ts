import { readdirSync } from 'node:fs';
import { LoopError } from '@the-loop/graph-core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from './advance.ts';
import { check } from './check.ts';
import { complete } from './complete.ts';
import { force } from './force.ts';
import { migrate } from './migrate.ts';
import { skip } from './skip.ts';
import { start } from './start.ts';

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(runs: Parameters<typeof plainHooks>[0] = {}): Promise<TestContext> {
  return createTestContext(space.store, await plainHooks(runs));
}

describe('whatever the arguments', () => {
  it('a verb refuses with a typed fault or answers, and never writes outside of the items', async () => {
    const one = await context();
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('issue-12', '../../x', 'design', 'pdlc-adhoc-loop', '__proto__', 'spec-chain'),
    );
    const address = fc.record(
      {
        id: text,
        pr: fc.option(fc.integer({ min: -2, max: 9 }), { nil: undefined }),
        prRepo: fc.option(text, { nil: undefined }),
      },
      { requiredKeys: ['id'] },
    );
    await fc.assert(
      fc.asyncProperty(address, text, text, async (where, first, second) => {
        const input = { address: JSON.parse(JSON.stringify(where)) as { id: string } };
        const verbs = [
          () => start(one, { ...input, loop: first }),
          () => advance(one, input),
          () => complete(one, { ...input, node: first }),
          () => skip(one, { ...input, tokens: [first], reason: second }),
          () => force(one, { ...input, to: first, reason: second }),
          () => check(one, input),
          () => migrate(one, { ...input, to: first }),
        ];
        for (const verb of verbs) {
          await verb().catch((error: unknown) => expect(error).toBeInstanceOf(LoopError));
        }
      }),
      { numRuns: 40 },
    );
    expect(readdirSync(space.root).filter((name) => name !== 'docs')).toEqual([]);
  });
});
