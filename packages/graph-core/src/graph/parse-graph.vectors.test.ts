import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/graph.json' with { type: 'json' };
import { analyzeGraph } from '../analysis/analyze-graph.ts';
import { type Graph } from './graph.ts';
import { GraphError, type GraphProblem } from './graph-problem.ts';
import { parseGraph } from './parse-graph.ts';

function problemsOf(source: string): readonly GraphProblem[] {
  try {
    parseGraph(source);
    return [];
  } catch (error) {
    if (error instanceof GraphError) return error.problems;
    throw error;
  }
}

interface Parsed {
  readonly start: string;
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  readonly skipSets: unknown;
}

function summary({ start, nodes, edges, skipSets }: Graph): Parsed {
  return {
    start,
    nodes: nodes.map(({ id }) => id),
    edges: edges.map(({ from, on, to }) => `${from} ${on} ${to}`),
    skipSets,
  };
}

const parseCases = vectors.cases.filter(({ input }) => input.fn === 'parse');

describe('the conformance cases', () => {
  it.each(parseCases.map((one) => [one.id, one.input.source ?? '', one.expected as Record<string, unknown>] as const))(
    '%s',
    (_, source, expected) => {
      const problems = problemsOf(source);
      if (expected['error'] === true) {
        expect(problems.length).toBeGreaterThanOrEqual((expected['atLeast'] as number | undefined) ?? 1);
      } else if (expected['flagged'] === true) {
        expect(problems.length > 0 || analyzeGraph(parseGraph(source)).length > 0).toBe(true);
      } else {
        expect(summary(parseGraph(source))).toEqual(expected);
      }
    },
  );
});
