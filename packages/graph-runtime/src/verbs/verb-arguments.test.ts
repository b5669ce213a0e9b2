import { readdirSync } from 'node:fs';
import { LoopError } from '@the-loop/graph-core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerGate } from '../gate/answer-gate.ts';
import { type GateAnswer } from '../gate/gate-answer.ts';
import { plainHooks } from '../testing/plain-hooks.ts';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import { createWorkspace, type Workspace } from '../testing/workspace.ts';
import { advance } from './advance.ts';
import { check } from './check.ts';
import { complete } from './complete.ts';
import { abandon, cleanup, recordMerge } from './ending.ts';
import { force } from './force.ts';
import { migrate } from './migrate.ts';
import { renderItem } from './render-item.ts';
import { run } from './run.ts';
import { simulate } from './simulate.ts';
import { skip, unskip } from './skip.ts';
import { start } from './start.ts';

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
});
afterEach(() => space.remove());

async function context(runs: Parameters<typeof plainHooks>[0] = {}): Promise<TestContext> {
  return createTestContext(space.store, await plainHooks(runs));
}

function answerOf(kind: number, first: string, second: string): GateAnswer {
  if (kind <= 0) return { kind: 'approve', note: first };
  if (kind === 1) return { kind: 'changes', note: first };
  if (kind === 2) return { kind: 'goal', goal: first, criteria: [second] };
  return { kind: 'select', skips: [first], optIns: kind === 3 ? [] : [second] };
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
      fc.asyncProperty(address, fc.tuple(text, text), fc.integer({ min: -1, max: 4 }), async (where, words, count) => {
        const [first, second] = words;
        const input = { address: JSON.parse(JSON.stringify(where)) as { id: string } };
        const verbs = [
          () => start(one, { ...input, loop: first }),
          () => advance(one, { ...input, ref: second }),
          () => run(one, { ...input, maxNodes: count, dryRun: count % 2 === 0 }),
          () => complete(one, { ...input, node: first, actor: second }),
          () => skip(one, { ...input, tokens: [first], reason: second }),
          () => unskip(one, { ...input, tokens: [first], reason: second }),
          () => answerGate(one, { ...input, answer: answerOf(count, first, second) }),
          () => force(one, { ...input, to: first, reason: second }),
          () => simulate(one, { ...input, outcomes: { [first]: [second] }, skips: [second], fromStart: true }),
          () => abandon(one, { ...input, reason: second }),
          () => recordMerge(one, { ...input, by: { login: first }, sha: second, approves: count > 0 }),
          () => check(one, { ...input, recompute: count > 0 }),
          () => renderItem(one, input),
          () => migrate(one, { ...input, to: first, at: second, authorized: count > 0, dryRun: count < 0 }),
          () => cleanup(one, input),
        ];
        for (const verb of verbs) {
          await verb().catch((error: unknown) => expect(error).toBeInstanceOf(LoopError));
        }
      }),
      { numRuns: 25 },
    );
    expect(readdirSync(space.root).filter((name) => name !== 'docs')).toEqual([]);
  });
});
