import { abandon, exitCodeOfVerb, renderAbandon, type VerbReport } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, refuseAgent, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  reason: v.string('pass --reason: there is no unexplained end'),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** Gives a pull request's inner loop up, so that it holds nothing any longer. */
export const graphAbandon = operation<v.InferOutput<typeof Input>, VerbReport>({
  name: 'graph.abandon',
  summary: 'give the inner loop of a pull request up, with a reason',
  scope: 'admin',
  reach: 'service',
  parameters: [
    itemArgument,
    { kind: 'option', key: 'reason', flag: '--reason <text>', help: 'why', takes: 'text' },
    { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who abandons', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    refuseAgent(context, 'abandon');
    const actor = input.actor === undefined ? {} : { actor: input.actor };
    return abandon(await context.verbs(input), { ...verbInput(input), reason: input.reason, ...actor });
  },
  text: renderAbandon,
  exitCode: exitCodeOfVerb,
});
