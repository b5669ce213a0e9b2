import { degradations, type HookResult, runChain } from '@the-loop/graph-core';
import { builtinHooks } from '@the-loop/hooks';
import { afterEach, describe, expect, it } from 'vitest';
import vectors from '../vectors/runtime.json' with { type: 'json' };
import { hostHooks } from './host/host-hooks.ts';
import { plainHook } from './testing/plain-hooks.ts';
import { type Observed, ScriptedRuntime, type Step } from './testing/scripted-runtime.ts';
import { createWorkspace, type Workspace } from './testing/workspace.ts';

type Expected = Readonly<Record<string, unknown>>;

interface Case {
  readonly id: string;
  readonly input: {
    readonly files?: Record<string, string>;
    readonly steps?: readonly Step[];
    readonly chain?: readonly ChainStep[];
  };
  readonly expected: Expected & { readonly steps?: readonly (Expected | null)[] };
}

interface ChainStep {
  readonly hook: string;
  readonly returns?: HookResult;
  readonly throws?: string;
}

const cases = vectors.cases as unknown as Case[];
const spaces: Workspace[] = [];
afterEach(() => {
  for (const space of spaces.splice(0)) space.remove();
});

const fields = ['node', 'status', 'outcome', 'moved', 'reason', 'declared', 'rejected', 'from', 'to'];

function texts(effects: unknown): string[] {
  return Array.isArray(effects) ? effects.map((effect) => JSON.stringify(effect)) : [];
}

function expectEffects(observed: Observed, expected: Expected) {
  const found = new Set(texts(observed.effects));
  if (expected['effects'] !== undefined) expect([...found].sort()).toEqual(texts(expected['effects']).sort());
  for (const effect of texts(expected['effectsInclude'])) expect(found).toContain(effect);
}

function expectReport(report: Expected, expected: Expected, pointer: () => string) {
  for (const field of fields.filter((name) => expected[name] !== undefined)) {
    expect([field, report[field]]).toEqual([field, expected[field]]);
  }
  if (expected['currentNode'] !== undefined) expect(report['currentNode'] ?? pointer()).toBe(expected['currentNode']);
}

function expectStep(observed: Observed, expected: Expected, pointer: () => string) {
  if (expected['exit'] !== undefined) expect(observed.exit).toBe(expected['exit']);
  if (expected['refused'] === true) expect(observed.refused).toBe(true);
  if (expected['result'] === 'none') expect(observed.report).toBeNull();
  expectReport(observed.report ?? {}, expected, pointer);
  expectEffects(observed, expected);
  if (expected['degraded'] !== undefined) expect(observed.degraded).toBe(expected['degraded']);
}

async function walk({ input, expected }: Case) {
  const space = createWorkspace();
  spaces.push(space);
  const runtime = new ScriptedRuntime(space.root, builtinHooks);
  runtime.write(input.files ?? {});
  for (const [index, step] of (input.steps ?? []).entries()) {
    const wanted = expected.steps?.[index] ?? null;
    if (wanted?.['error'] === true) {
      await expect(runtime.take(step)).rejects.toMatchObject({ name: 'LoopError' });
      continue;
    }
    const observed = await runtime.take(step);
    if (wanted !== null) expectStep(observed, wanted, () => runtime.pointer(step) || 'phase-selection');
  }
}

async function chain({ input, expected }: Case) {
  const steps = input.chain ?? [];
  const hooks = new Map(
    steps.map(({ hook, returns, throws }) => [
      hook,
      plainHook(hook, () => {
        if (throws !== undefined) throw new Error(throws);
        return returns ?? { status: 'pass' };
      }),
    ]),
  );
  const node = { id: 'n', exit: steps.map(({ hook }) => ({ hook, with: {} })), entry: [] };
  const outcome = await runChain(hostHooks(hooks, {}), { node, boundary: 'exit' } as never);
  const { status, outcome: label, ran } = outcome;
  const degraded = degradations(outcome).map(({ hook }) => hook);
  expect({ status, outcome: label, ran, degraded }).toEqual(expected);
}

describe('conformance of the verbs', () => {
  it.each(cases)('$id', (one) => (one.input.chain === undefined ? walk(one) : chain(one)));
});
