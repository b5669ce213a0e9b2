import {
  type Graph,
  LoopError,
  passedNodes,
  planAbandon,
  planCleanup,
  planForce,
  planMerge,
  planSkip,
  planUnskip,
} from '@the-loop/graph-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShippedWalker } from '../testing/shipped-walker.ts';
import { loadLoop } from './load-loop.ts';
import { loopNames } from './shipped-loops.ts';

const acts = [
  'on',
  'back',
  'block',
  'wait',
  'skip',
  'unskip',
  'drift',
  'force',
  'merge',
  'cleanup',
  'abandon',
] as const;

interface Act {
  readonly do: (typeof acts)[number];
  readonly pick: number;
  readonly claim: boolean;
}

/** Ways round the gates: whoever takes them is named in the facts. */
const beside: ReadonlySet<Act['do']> = new Set(['force', 'merge', 'cleanup']);

const anyAct: fc.Arbitrary<Act> = fc.record({
  do: fc.oneof(
    { weight: 12, arbitrary: fc.constant('on' as const) },
    { weight: 8, arbitrary: fc.constantFrom(...acts.filter((act) => !beside.has(act) && act !== 'abandon')) },
    { weight: 1, arbitrary: fc.constantFrom(...acts) },
  ),
  pick: fc.nat(40),
  claim: fc.boolean(),
});

function nodeOf(item: ShippedWalker, pick: number): string {
  return item.graph.nodes[pick % item.graph.nodes.length]?.id ?? '';
}

/** A selection of some phases, by the bits of a number. */
function choiceOf({ graph }: ShippedWalker, pick: number) {
  const named = (optIn: boolean) =>
    graph.nodes.filter((node, at) => node.skippable && node.optIn === optIn && (pick >> (at % 5)) % 2 === 1);
  return { skips: named(false).map(({ id }) => id), optIns: named(true).map(({ id }) => id) };
}

function drift(item: ShippedWalker, pick: number): void {
  const files = item.graph.nodes.flatMap(({ produces }) => produces).flatMap((entry) => entry.split('|'));
  const file = files[pick % Math.max(files.length, 1)];
  if (file !== undefined) item.artifacts[file] = `v${pick}`;
}

type Perform = (item: ShippedWalker, act: Act) => unknown;

const performs: Readonly<Record<Act['do'], Perform>> = {
  on: (item, { claim, pick }) => item.pass(item.outcome('on'), claim, choiceOf(item, pick)),
  back: (item, { claim }) => item.pass(item.outcome('back'), claim),
  block: (item, { claim, pick }) => item.answer({ status: 'block', messages: [{ text: `finding ${pick}` }] }, claim),
  wait: (item, { claim }) => item.answer({ status: 'wait' }, claim),
  skip: (item, { pick }) => declare(item, pick, planSkip),
  unskip: (item, { pick }) => declare(item, pick, planUnskip),
  drift: (item, { pick }) => drift(item, pick),
  force: (item, { pick }) => {
    const input = { stamp: item.stamp(), to: nodeOf(item, pick), reason: 'r', artifacts: { ...item.artifacts } };
    return item.commit(planForce(item.graph, item.state, input));
  },
  merge(item, { claim: approves }) {
    const plan = planMerge(item.graph, item.state, { stamp: item.stamp(), approves, artifacts: { ...item.artifacts } });
    return plan === null ? null : item.commit(plan);
  },
  cleanup(item) {
    const plan = planCleanup(item.graph, item.state, { stamp: item.stamp() });
    return plan === null ? null : item.commit(plan);
  },
  abandon(item) {
    try {
      return item.commit(planAbandon(item.graph, item.state, { stamp: item.stamp(), reason: 'r' }));
    } catch (error) {
      expect(error).toBeInstanceOf(LoopError);
      return null;
    }
  },
};

function declare(item: ShippedWalker, pick: number, plan: typeof planSkip) {
  return item.commit(plan(item.graph, item.state, { stamp: item.stamp(), tokens: [nodeOf(item, pick)], reason: 'r' }));
}

/** At the end every gate was passed: a required one by its answer, one of people by theirs or by somebody's declared skip. */
function checkGates({ graph, view, state }: ShippedWalker): void {
  const passed = passedNodes(state.facts);
  for (const node of graph.nodes.filter(
    ({ terminal, required, actor }) => !terminal && (required || actor === 'human'),
  )) {
    expect(passed).toContain(node.id);
    const left = view.nodes[node.id];
    if (left?.outcome === 'skipped') expect([node.required, node.skippable]).toEqual([false, true]);
    else if (node.actor === 'human') expect(isAnswered(state.facts, node.id)).toBe(true);
    else expect(left).toMatchObject({ outcome: 'pass' });
  }
}

function isAnswered(facts: ShippedWalker['state']['facts'], node: string): boolean {
  return facts.some(
    (fact) =>
      (fact.kind === 'approved' && fact.node === node) ||
      (fact.kind === 'selected' && node === 'phase-selection') ||
      (fact.kind === 'goal' && node === 'goal-definition'),
  );
}

/** Whatever it waits for is a person's answer, or a file as it was approved: with those it gets to an end. */
function checkNotWedged(item: ShippedWalker): void {
  if (item.view.abandoned !== null) performs.force(item, { do: 'force', pick: indexOf(item), claim: false });
  for (let steps = 0; steps < 60 && !item.node.terminal; steps += 1) {
    for (const { subjects } of Object.values(item.view.approvals)) Object.assign(item.artifacts, subjects);
    expect(item.pass(item.outcome('on'))).toMatchObject({ status: 'pass', moved: true });
  }
  expect(item.node.terminal).toBe(true);
}

function indexOf({ graph, node }: ShippedWalker): number {
  return graph.nodes.indexOf(node);
}

function walk(graph: Graph, list: readonly Act[]): void {
  const item = new ShippedWalker(graph);
  let isForced = false;
  for (const act of list) {
    performs[act.do](item, act);
    isForced ||= beside.has(act.do);
    for (const { id, required } of graph.nodes) if (required) expect(item.view.nodes[id]?.outcome).not.toBe('skipped');
    if (!isForced && item.view.currentNode === 'complete') checkGates(item);
  }
  checkNotWedged(item);
}

describe.each(loopNames)('whatever happens in %s', (name) => {
  it('forces and merges aside, its end is reached through every gate, and nothing gets stuck', async () => {
    const graph = await loadLoop(name);
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 60 }), (list) => walk(graph, list)),
      { numRuns: 60 },
    );
  });

  it('an item that is answered favourably all the way gets to the end', async () => {
    const item = new ShippedWalker(await loadLoop(name));
    checkNotWedged(item);
    expect(item.view.currentNode).toBe('complete');
    checkGates(item);
  });
});
