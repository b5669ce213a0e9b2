import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeGraph } from '../analysis/analyze-graph.ts';
import { SKIPPED } from '../graph/check-parts.ts';
import { type Graph } from '../graph/graph.ts';
import { edgesFrom, findNode, reachableFrom } from '../graph/graph-index.ts';
import { GraphError } from '../graph/graph-problem.ts';
import { parseGraph } from '../graph/parse-graph.ts';
import { type HookResult } from '../hook/hook.ts';
import { passedNodes } from '../state/passed-nodes.ts';
import { smallLoop } from '../testing/graphs.ts';
import { Walker } from '../testing/walker.ts';
import { planSkip, planUnskip } from './plan-skip.ts';

/** Graphs of three to six nodes, the last one terminal; only valid ones without a way round a gate. */
const randomGraph: fc.Arbitrary<Graph> = fc
  .integer({ min: 2, max: 5 })
  .chain((size) =>
    fc.record({
      flags: fc.array(fc.constantFrom('required', 'skippable', 'optIn', 'plain', 'human'), {
        minLength: size,
        maxLength: size,
      }),
      extra: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size), fc.constantFrom('back', 'other')), { maxLength: 4 }),
    }),
  )
  .map(({ flags, extra }) => {
    const id = (index: number): string => (index >= flags.length ? 'complete' : `n${index}`);
    const straight = flags.flatMap((flag, index) => {
      const on = flag === 'skippable' || flag === 'optIn' ? ['pass', SKIPPED] : ['pass'];
      return on.map((outcome) => ({ from: id(index), to: id(index + 1), on: outcome }));
    });
    const more = extra.map(([from, to, on]) => ({ from: id(from), to: id(to), on }));
    const known = new Set<string>();
    const edges = [...straight, ...more].filter(
      ({ from, on }) => !known.has(`${from} ${on}`) && known.add(`${from} ${on}`),
    );
    const nodes = flags.map((flag, index) => ({
      id: id(index),
      exit: ['gate'],
      ...(flag === 'human' ? { actor: 'human' } : {}),
      ...(flag === 'required' ? { required: true, actor: 'human' } : {}),
      ...(flag === 'skippable' ? { skippable: true } : {}),
      ...(flag === 'optIn' ? { optIn: true } : {}),
    }));
    return { nodes: [...nodes, { id: 'complete', terminal: true }], edges };
  })
  .map((source) => {
    try {
      return parseGraph(source);
    } catch (error) {
      if (error instanceof GraphError) return smallLoop();
      throw error;
    }
  })
  .filter((graph) => analyzeGraph(graph).every(({ severity }) => severity !== 'error'));

type Act =
  | { readonly do: 'pass' | 'odd' | 'wait' | 'block'; readonly pick: number; readonly claim: boolean }
  | { readonly do: 'skip' | 'unskip'; readonly pick: number };

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), pick: fc.nat(20), claim: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('odd' as const, 'wait' as const, 'block' as const),
      pick: fc.nat(3),
      claim: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('skip' as const, 'unskip' as const), pick: fc.nat(20) }) },
);

/** A favourable answer of the current node's gate: one of the outcomes its edges carry. */
function favourable(item: Walker, pick: number): HookResult {
  const outcomes = edgesFrom(item.graph, item.at)
    .map(({ on }) => on)
    .filter((on) => on !== SKIPPED);
  return { status: 'pass', data: { outcome: outcomes[pick % outcomes.length] ?? 'pass' } };
}

function answerOf(item: Walker, act: Extract<Act, { claim: boolean }>): HookResult {
  if (act.do === 'pass') return favourable(item, act.pick);
  if (act.do === 'odd')
    return { status: 'pass', data: { outcome: ['odd', 'skipped', 'wait', 'block'][act.pick] ?? 'odd' } };
  return { status: act.do, messages: [{ text: `finding ${act.pick}` }] };
}

function perform(item: Walker, act: Act): void {
  if ('claim' in act) {
    const result = answerOf(item, act);
    if (act.claim) item.claim(undefined, result);
    else item.advance(result);
    return;
  }
  const node = item.graph.nodes[act.pick % item.graph.nodes.length]?.id ?? '';
  const plan = act.do === 'skip' ? planSkip : planUnskip;
  item.commit(plan(item.graph, item.state, { stamp: item.stamp(), tokens: [node], reason: 'r' }));
}

/** Every step: a skipped node counts nowhere as passed, a required one is never skipped, and the end is reached through every gate. */
function checkStep(item: Walker): void {
  const { graph, view } = item;
  for (const { id, required } of graph.nodes) {
    const outcome = view.nodes[id]?.outcome;
    if (required) expect(outcome).not.toBe(SKIPPED);
    if (outcome === SKIPPED && view.nodes[id]?.entries === 0) {
      expect(view.approvals[id]).toBeUndefined();
      expect(view.completions[id]).toBeUndefined();
    }
  }
  if (view.currentNode !== 'complete') return;
  const passed = passedNodes(item.state.facts);
  for (const { id } of graph.nodes.filter((node) => node.required && !node.terminal)) {
    expect(passed).toContain(id);
    expect(view.nodes[id]?.entries).toBeGreaterThan(0);
  }
}

/** From here the item gets to an end when every gate answers favourably, along the shortest way. */
function checkNotStuck(item: Walker): void {
  const end = new Walker(item.graph, item.state);
  for (let steps = 0; steps < 40 && findNode(end.graph, end.at)?.terminal !== true; steps += 1) {
    const before = end.state.facts.length;
    const edges = edgesFrom(end.graph, end.at).filter(({ on }) => on !== SKIPPED);
    const onward =
      edges.find(({ to }) => !reachableFrom(end.graph, to).has(end.at)) ??
      edges.find(({ on }) => on === 'pass' || on === 'approved' || on === 'selected');
    const report = end.advance({ status: 'pass', data: { outcome: onward?.on ?? 'pass' } });
    expect(report.moved).toBe(true);
    expect(end.state.facts.length).toBeGreaterThan(before);
  }
  expect(findNode(end.graph, end.at)?.terminal).toBe(true);
}

/** Whoever was routed around had been declared so before, and the item never rests where it was to be routed around. */
function checkSkips(item: Walker, before: Walker): void {
  const fresh = item.state.facts.slice(before.state.facts.length);
  for (const fact of fresh) {
    if (fact.kind === 'exited' && fact.outcome === SKIPPED) expect(Object.keys(before.view.skips)).toContain(fact.node);
  }
  expect(Object.keys(item.view.skips)).not.toContain(item.at);
}

function walk(graph: Graph, acts: readonly Act[]): void {
  const item = new Walker(graph);
  item.start();
  checkStep(item);
  for (const act of acts) {
    const before = new Walker(graph, item.state);
    perform(item, act);
    checkStep(item);
    checkSkips(item, before);
  }
  checkNotStuck(item);
}

describe('whatever happens, forces and merges aside', () => {
  it('a random graph is walked to its end through every required gate, skips are no passes, and nothing gets stuck', () => {
    fc.assert(fc.property(randomGraph, fc.array(anyAct, { maxLength: 25 }), walk), { numRuns: 400 });
  });

  it('so is a whole loop', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 60 }), (acts) => walk(smallLoop(), acts)),
      { numRuns: 300 },
    );
  });
});
