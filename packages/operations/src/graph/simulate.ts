import { LoopError } from '@the-loop/graph-core';
import { renderSimulation, type SimulateReport, simulate } from '@the-loop/graph-runtime';
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
    { kind: 'option', key: 'skip', flag: '--skip <node>', help: 'leave this node out; may be repeated', takes: 'list' },
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
    const { skip, fromStart, loop } = input;
    const outcomes = readOutcomes(input.outcome);
    return simulate(await context.verbs(input), {
      ...verbInput(input),
      ...(loop === undefined ? {} : { loop }),
      outcomes,
      skips: skip,
      fromStart,
    });
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
      throw new LoopError<OperationErrorCode>('OPERATION_USAGE', 'an outcome is written <node>=<outcome>', {
        remedy: 'such as --outcome design-approval=changes-requested',
      });
    }
    outcomes.set(node, [...(outcomes.get(node) ?? []), outcome]);
  }
  return Object.fromEntries(outcomes);
}
