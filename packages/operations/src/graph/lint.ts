import {
  analyzeGraph,
  type Graph,
  GraphError,
  type GraphFinding,
  type GraphProblem,
  LOOP_NAMES,
  parseGraph,
} from '@the-loop/graph-core';
import { loadLoop } from '@the-loop/graph-runtime';
import { builtinHooks } from '@the-loop/hooks';
import * as v from 'valibot';
import { demandFiles } from '../memory.ts';
import { operation } from '../operation.ts';
import { type OperationContext } from '../operation-context.ts';
import { counted } from '../render/columns.ts';
import { printable } from '../render/printable.ts';

const Input = v.strictObject({ loop: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))) });

/** What is wrong with one graph. */
interface LintedGraph {
  /** Name of the loop, or the file as it was given. */
  readonly name: string;
  /** Why it is no graph; then nothing else was judged. */
  readonly problems: readonly GraphProblem[];
  readonly findings: readonly GraphFinding[];
}

interface Linted {
  readonly graphs: readonly LintedGraph[];
}

/** Validates graphs and looks for what a valid one may still do that nobody wants. */
export const graphLint = operation<v.InferOutput<typeof Input>, Linted>({
  name: 'graph.lint',
  summary: 'validate a process graph and look for ways round its gates',
  scope: 'read',
  reach: 'checkout',
  parameters: [
    {
      kind: 'argument',
      key: 'loop',
      help: "a shipped loop, one of the operator's, or a YAML file; all loops when absent",
      optional: true,
    },
  ],
  input: Input,
  async run(context, { loop }) {
    const graphs = await context.graphs();
    const names = loop === undefined ? [...LOOP_NAMES, ...Object.keys(graphs)] : [loop];
    return { graphs: await Promise.all(names.map((name) => lint(context, name, graphs))) };
  },
  text: ({ graphs }) => graphs.map(render).join('\n'),
  exitCode: ({ graphs }) => (graphs.every(({ problems, findings }) => problems.length + findings.length === 0) ? 0 : 1),
});

async function lint(
  context: OperationContext,
  name: string,
  graphs: Readonly<Record<string, string>>,
): Promise<LintedGraph> {
  try {
    const graph = await graphOf(context, name, graphs);
    return { name, problems: [], findings: analyzeGraph(graph, { hooks: builtinHooks }) };
  } catch (error) {
    if (error instanceof GraphError) return { name, problems: error.problems, findings: [] };
    throw error;
  }
}

/** What is no name of a loop is a file. */
async function graphOf(
  context: OperationContext,
  name: string,
  graphs: Readonly<Record<string, string>>,
): Promise<Graph> {
  const isLoop = LOOP_NAMES.some((each) => each === name) || Object.hasOwn(graphs, name);
  if (isLoop || !/[./\\]/.test(name)) return loadLoop(name, { graphs, hooks: builtinHooks });
  return parseGraph(await demandFiles(context).read(name), { hooks: builtinHooks });
}

function render({ name, problems, findings }: LintedGraph): string {
  if (problems.length + findings.length === 0) return `${printable(name)}: no findings`;
  const count =
    problems.length > 0
      ? counted(problems.length, 'problem', 'problems')
      : counted(findings.length, 'finding', 'findings');
  return [
    `${name}: ${count}`,
    ...problems.map(
      ({ code, at, message, line, column }) =>
        `  error ${line === undefined ? '' : `${line}:${column ?? 1} `}${at === '' ? '' : `${at}: `}${message} (${code})`,
    ),
    ...findings.map(({ severity, message, code }) => `  ${severity} ${message} (${code})`),
  ]
    .map(printable)
    .join('\n');
}
