import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/graph.json' with { type: 'json' };
import { smallLoop } from '../testing/graphs.ts';
import { expandSkips } from './expand-skips.ts';
import { gateSubjects } from './gate-subjects.ts';
import { LOOP_NAMES, resolveOuterLoop } from './loop-name.ts';
import { parseGraph } from './parse-graph.ts';

/** As much of a shipped loop as its skip vocabulary needs. */
function loopWith(skippable: readonly string[], optIn: readonly string[], skipSets: Record<string, readonly string[]>) {
  const ids = [...skippable, ...optIn];
  const next = (index: number): string => ids[index + 1] ?? 'complete';
  return parseGraph({
    nodes: [
      ...ids.map((id) => ({ id, [optIn.includes(id) ? 'optIn' : 'skippable']: true })),
      { id: 'complete', terminal: true },
    ],
    edges: ids.flatMap((from, index) => ['pass', 'skipped'].map((on) => ({ from, to: next(index), on }))),
    skipSets,
  });
}

const specChain = [
  'brainstorming',
  'requirements-definition',
  'requirements-approval',
  'design',
  'test-planning',
  'design-approval',
  'tasks-breakdown',
];
const reviewChain = [
  'self-review',
  'critic-review',
  'security-review',
  'evidence',
  'capability-docs',
  'reviewer-briefing',
];
const plan = ['context-intake', 'scoped-plan', 'plan-approval'];
const shortReview = reviewChain.filter((id) => id !== 'evidence' && id !== 'capability-docs');
const loops: Record<string, ReturnType<typeof loopWith>> = {
  'pdlc-work-item-loop': loopWith([...specChain, ...reviewChain], ['design-critic-review'], {
    'spec-chain': specChain,
    'review-chain': reviewChain,
  }),
  'pdlc-contribution-loop': loopWith([...plan, ...shortReview], [], { plan, 'review-chain': shortReview }),
  'pdlc-pr-loop': loopWith(['implementation'], [], {}),
};

const skipCases = vectors.cases.filter(({ input }) => input.fn === 'expandSkips');
const loopCases = vectors.cases.filter(({ input }) => input.fn === 'resolveOuterLoop');

describe('the conformance cases', () => {
  it.each(skipCases.map(({ id, input, expected }) => [id, input, expected] as const))('%s', (_, input, expected) => {
    const graph = loops[input.loop ?? ''];
    expect(graph && expandSkips(graph, input.tokens ?? [])).toEqual(expected);
  });

  it.each(loopCases.map(({ id, input, expected }) => [id, input.name ?? '', expected] as const))(
    '%s',
    (_, name, expected) => {
      expect(resolveOuterLoop(name)).toBe(expected);
    },
  );
});

describe('expandSkips', () => {
  it('keeps the first token that named a node', () => {
    expect(expandSkips(smallLoop(), ['paper', 'requirements', 'build', 'ghost', ' ', 'constructor'])).toEqual({
      accepted: { requirements: 'paper', 'requirements-approval': 'paper' },
      rejected: ['build', 'ghost', 'constructor'],
    });
  });
});

describe('resolveOuterLoop', () => {
  it.each(['made-up', '../../evil', 'pdlc-pr-loop', 'constructor'])('A9: reads %s as the default loop', (name) => {
    expect(resolveOuterLoop(name)).toBe('');
  });

  it('has the default loop first', () => {
    expect(LOOP_NAMES[0]).toBe('pdlc-work-item-loop');
  });
});

describe('gateSubjects', () => {
  it.each([
    ['requirements-approval', ['requirements.md', 'bugfix.md']],
    ['design-approval', ['design.md']],
    ['approval', ['tasks.md']],
    ['select', []],
  ])('of %s are what was made since the gate before', (gate, files) => {
    expect(gateSubjects(smallLoop(), gate)).toEqual(files);
  });

  it('reach past a gate that asks nobody', () => {
    expect(gateSubjects(smallLoop(), 'design-approval', new Set(['requirements-approval']))).toEqual([
      'requirements.md',
      'bugfix.md',
      'design.md',
    ]);
  });
});
