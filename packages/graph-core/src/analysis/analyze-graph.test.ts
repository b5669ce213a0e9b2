import { describe, expect, it } from 'vitest';
import { type HookDescription } from '../graph/graph.ts';
import { parseGraph } from '../graph/parse-graph.ts';
import { smallLoop } from '../testing/graphs.ts';
import { analyzeGraph } from './analyze-graph.ts';
import { cyclesWithout, shortestWay } from './ways.ts';

const hook = (name: string, outcomes: readonly string[]): [string, HookDescription] => [
  name,
  { name, capability: 'pure', outcomes, checkParams: () => [] },
];

const codes = (source: string | object, hooks?: [string, HookDescription][]): (readonly string[])[] =>
  analyzeGraph(parseGraph(source), hooks === undefined ? {} : { hooks: new Map(hooks) }).map(({ code, node }) => [
    code,
    node,
  ]);

describe('analyzeGraph', () => {
  it('finds nothing in a sound loop', () => {
    const hooks = [
      hook('choose', ['selected']),
      hook('check-paper', []),
      hook('ask', ['approved', 'changes-requested']),
    ];
    expect(codes(smallLoop(), hooks)).toEqual([]);
  });

  it('finds nodes from which no way leads to an end', () => {
    const graph = {
      nodes: [{ id: 'a' }, { id: 'b', actor: 'human', exit: ['h'] }],
      edges: [
        { from: 'a', to: 'b', on: 'pass' },
        { from: 'b', to: 'b', on: 'no' },
      ],
    };
    expect(codes(graph)).toEqual([
      ['no-way-out', 'a'],
      ['no-way-out', 'b'],
    ]);
  });

  it('finds a way round a required gate, and shows it', () => {
    const graph = parseGraph({
      nodes: [
        { id: 'a', actor: 'human', exit: ['h'] },
        { id: 'gate', required: true, actor: 'human', exit: ['h'] },
        { id: 'end', terminal: true },
      ],
      edges: [
        { from: 'a', to: 'gate', on: 'pass' },
        { from: 'a', to: 'end', on: 'quick' },
        { from: 'gate', to: 'end', on: 'approved' },
      ],
    });
    expect(analyzeGraph(graph)).toEqual([
      expect.objectContaining({ code: 'gate-bypass', severity: 'error', node: 'gate', way: ['a', 'end'] }),
    ]);
  });

  it('finds outcomes that no edge carries, and edges no outcome takes', () => {
    const graph = {
      nodes: [
        { id: 'a', actor: 'human', exit: ['ask'] },
        { id: 'end', terminal: true },
      ],
      edges: [
        { from: 'a', to: 'end', on: 'approved' },
        { from: 'a', to: 'end', on: 'pass' },
      ],
    };
    expect(codes(graph, [hook('ask', ['approved', 'rejected'])])).toEqual([
      ['unrouted-outcome', 'a'],
      ['unused-edge', 'a'],
    ]);
    expect(codes(graph, [])).toEqual([]);
  });

  it('finds circles in which nobody is asked, once each', () => {
    const graph = {
      nodes: [{ id: 'a' }, { id: 'b' }, { id: 'c', terminal: true }],
      edges: [
        { from: 'a', to: 'b', on: 'pass' },
        { from: 'b', to: 'a', on: 'again' },
        { from: 'b', to: 'b', on: 'same' },
        { from: 'b', to: 'c', on: 'done' },
      ],
    };
    expect(codes(graph)).toEqual([['unbounded-cycle', 'a']]);
  });

  it('finds a gate of people that lets everybody pass, and a skip that cannot be', () => {
    const graph = {
      nodes: [
        { id: 'a', actor: 'human' },
        { id: 'end', terminal: true },
      ],
      edges: [
        { from: 'a', to: 'end', on: 'pass' },
        { from: 'a', to: 'end', on: 'skipped' },
      ],
    };
    expect(codes(graph)).toEqual([
      ['open-gate', 'a'],
      ['unused-edge', 'a'],
    ]);
  });
});

describe('ways', () => {
  it('are the shortest there are', () => {
    expect(shortestWay(smallLoop(), { from: 'design', to: 'build' })).toEqual([
      'design',
      'critique',
      'design-approval',
      'build',
    ]);
    expect(shortestWay(smallLoop(), { from: 'complete', to: 'build' })).toBeNull();
    expect(shortestWay(smallLoop(), { from: 'build', to: 'build' })).toEqual(['build']);
    expect(shortestWay(smallLoop(), { from: 'build', to: 'complete', without: new Set(['build']) })).toBeNull();
  });

  it('lead in a circle only where they come back', () => {
    expect(cyclesWithout(smallLoop(), new Set())).not.toEqual([]);
    expect(cyclesWithout(smallLoop(), new Set(['requirements-approval', 'design-approval', 'approval']))).toEqual([]);
  });
});
