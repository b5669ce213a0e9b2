import { LoopError } from '../loop-error.ts';

/** What can be wrong with a graph. */
export type GraphProblemCode =
  | 'not-yaml'
  | 'too-large'
  | 'not-a-mapping'
  | 'no-nodes'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'bad-value'
  | 'bad-id'
  | 'duplicate-node'
  | 'unknown-node'
  | 'duplicate-edge'
  | 'required-and-skippable'
  | 'required-and-opt-in'
  | 'no-skipped-edge'
  | 'empty-alternative'
  | 'bad-artifact-name'
  | 'unknown-hook'
  | 'bad-params'
  | 'not-skippable'
  | 'opt-in-member'
  | 'dead-end'
  | 'terminal-with-edge'
  | 'unreachable'
  | 'skip-cycle';

/** One thing that is wrong, and where. */
export interface GraphProblem {
  readonly code: GraphProblemCode;
  /** Path inside the graph, such as `nodes[2].actor`; empty for the whole. */
  readonly at: string;
  readonly message: string;
  /** Counted from 1; present when the graph was read from text. */
  readonly line?: number;
  readonly column?: number;
}

/** Keys and indexes from the root of the graph. */
export type GraphPath = readonly (string | number)[];

/** `['nodes', 2, 'actor']` to `nodes[2].actor`. */
export function formatPath(path: GraphPath): string {
  return path.map((key, depth) => (typeof key === 'number' ? `[${key}]` : depth === 0 ? key : `.${key}`)).join('');
}

function line(problem: GraphProblem): string {
  const place = problem.line === undefined ? '' : `${problem.line}:${problem.column ?? 1} `;
  return `  ${place}${problem.at === '' ? '' : `${problem.at}: `}${problem.message}`;
}

/** The fault `GRAPH_INVALID`: everything that is wrong with one graph, in the order of the file. */
export class GraphError extends LoopError<'GRAPH_INVALID'> {
  readonly problems: readonly GraphProblem[];

  constructor(problems: readonly GraphProblem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super('GRAPH_INVALID', `the process graph has ${count}:\n${problems.map(line).join('\n')}`, {
      remedy: 'Correct the graph; `the-loop graph lint <file>` lists what is left.',
    });
    this.problems = problems;
  }
}
