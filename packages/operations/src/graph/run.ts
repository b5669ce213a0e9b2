import { exitCodeOfRun, type RunReport, renderRun, run } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  maxNodes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 20),
  dryRun: v.optional(v.boolean(), false),
});

/** Advances until something waits, blocks or ends. */
export const graphRun = operation<v.InferOutput<typeof Input>, RunReport>({
  name: 'graph.run',
  summary: 'advance until the item waits, blocks or ends',
  scope: 'operate',
  reach: 'service',
  parameters: [
    itemArgument,
    {
      kind: 'option',
      key: 'maxNodes',
      flag: '--max-nodes <count>',
      help: 'at most so many boundaries (20)',
      takes: 'number',
    },
    {
      kind: 'option',
      key: 'dryRun',
      flag: '--dry-run',
      help: 'say what would happen; write nothing',
      takes: 'nothing',
    },
    ...addressOptions,
  ],
  input: Input,
  run: async (context, input) =>
    run(await context.verbs(input), { ...verbInput(input), maxNodes: input.maxNodes, dryRun: input.dryRun }),
  text: renderRun,
  exitCode: exitCodeOfRun,
});
