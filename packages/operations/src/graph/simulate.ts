import { expandSkips, findNode, LoopError } from '@the-loop/graph-core';
import { openLoop, renderSimulation, type SimulateReport, simulate } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  loop: v.optional(v.string()),
  outcome: v.optional(v.array(v.pipe(v.string(), v.maxLength(200))), []),
  skip: v.optional(v.array(v.string()), []),
  fromStart: v.optional(v.boolean(), false),
});

/** The way an item would take if its gates answered as assumed. Runs no hook and writes nothing. */
export const graphSimulate = operation<v.InferOutput<typeof Input>, SimulateReport>({
  name: 'graph.simulate',
  summary: 'show the way an item would take if its gates answered as assumed',
  scope: 'read',
  reach: 'checkout',
  parameters: [
    itemArgument,
    {
      kind: 'option',
      key: 'loop',
      flag: '--loop <name>',
      help: 'the loop, for an item that walks none',
      takes: 'text',
    },
    {
      kind: 'option',
      key: 'outcome',
      flag: '--outcome <node=outcome>',
      help: 'assume this outcome of the next visit of a node, instead of the favourable one; may be repeated',
      takes: 'list',
    },
    {
      kind: 'option',
      key: 'skip',
      flag: '--skip <token>',
      help: 'leave a node or skip set out; may be repeated',
      takes: 'list',
    },
    {
      kind: 'option',
      key: 'fromStart',
      flag: '--from-start',
      help: 'from the start of the loop, whatever has happened',
      takes: 'nothing',
    },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    const place = { ...verbInput(input), ...(input.loop === undefined ? {} : { loop: input.loop }) };
    const outcomes = readOutcomes(input.outcome);
    const verbs = await context.verbs(input);
    const { graph } = await openLoop(verbs, place);
    const { accepted, rejected } = expandSkips(graph, input.skip);
    const unknown = Object.keys(outcomes).filter((node) => findNode(graph, node) === undefined);
    if (rejected.length > 0) throw usage(`${graph.name} cannot skip ${rejected.map(quoted).join(', ')}`);
    if (unknown.length > 0) throw usage(`${graph.name} has no node ${unknown.map(quoted).join(', ')}`);
    return simulate(verbs, { ...place, outcomes, skips: Object.keys(accepted), fromStart: input.fromStart });
  },
  text: renderSimulation,
  exitCode: ({ end }) => (end === 'terminal' ? 0 : 1),
});

/** Outcomes of each node in the order they were given. Throws `OPERATION_USAGE`. */
function readOutcomes(given: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const outcomes = new Map<string, string[]>();
  for (const text of given) {
    const [node = '', outcome = '', ...rest] = text.split('=');
    if (node === '' || outcome === '' || rest.length > 0) {
      throw usage('an outcome is written <node>=<outcome>, such as design-approval=changes-requested');
    }
    outcomes.set(node, [...(outcomes.get(node) ?? []), outcome]);
  }
  return Object.fromEntries(outcomes);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}

function usage(message: string): LoopError<OperationErrorCode> {
  return new LoopError('OPERATION_USAGE', message, { remedy: 'see the-loop graph show' });
}
