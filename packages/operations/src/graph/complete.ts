import { type CompleteReport, complete, exitCodeOfComplete } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  node: v.optional(v.pipe(v.string(), v.maxLength(100))),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  exitCode: v.optional(v.boolean(), false),
});

/** The envelope of a claim; what is odd about the state file stands in it where there is something. */
function asJson({ node, status, outcome, moved, currentNode, messages, reason, warnings }: CompleteReport): string {
  const odd = warnings.length === 0 ? {} : { warnings };
  return JSON.stringify({ node, status, outcome, moved, currentNode, messages, reason, ...odd }, null, 2);
}

/** The claim that a node's work is done. It carries no verdict; the gate decides from the artifacts. */
export const graphComplete = operation<v.InferOutput<typeof Input>, CompleteReport>({
  name: 'graph.complete',
  summary:
    "claim that the current node's work is done; the gate decides; prints one JSON object, with --json in the envelope of all verbs",
  scope: 'claim',
  reach: 'agent',
  parameters: [
    itemArgument,
    {
      kind: 'option',
      key: 'node',
      flag: '--node <node>',
      help: 'the node that is claimed; the current one when absent',
      takes: 'text',
    },
    { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who claims', takes: 'text' },
    {
      kind: 'option',
      key: 'exitCode',
      flag: '--exit-code',
      help: 'exit 1 when blocked and 2 when refused, instead of 0',
      takes: 'nothing',
    },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    const node = input.node === undefined ? {} : { node: input.node };
    const actor = input.actor === undefined ? {} : { actor: input.actor };
    return complete(await context.verbs(input), { ...verbInput(input), ...node, ...actor });
  },
  text: asJson,
  exitCode: (report, input) => exitCodeOfComplete(report, input.exitCode),
});
