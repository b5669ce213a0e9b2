import { exitCodeOfVerb, renderAdvance, renderNothing, start, type VerbReport } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({ ...addressEntries, loop: v.optional(v.string()) });

/** Enters a loop at its start. */
export const graphStart = operation<v.InferOutput<typeof Input>, VerbReport | null>({
  name: 'graph.start',
  summary: 'enter the start of a loop',
  scope: 'operate',
  reach: 'service',
  parameters: [
    itemArgument,
    { kind: 'option', key: 'loop', flag: '--loop <name>', help: 'which loop to walk', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  run: async (context, input) =>
    start(await context.verbs(input), {
      ...verbInput(input),
      ...(input.loop === undefined ? {} : { loop: input.loop }),
    }),
  text: (report, input) =>
    report === null ? renderNothing(input.item, 'it was started before') : renderAdvance(report),
  exitCode: exitCodeOfVerb,
});
