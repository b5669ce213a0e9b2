import { type ForceReport, force, renderForce } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, refuseAgent, verbInput } from '../address.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  to: v.pipe(v.string('pass --to <node>'), v.maxLength(100)),
  reason: v.string('pass --reason: there is no unexplained force'),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** Moves the pointer whatever the gates say. Forges no verdict. */
export const graphForce = operation<v.InferOutput<typeof Input>, ForceReport>({
  name: 'graph.force',
  summary: 'move the pointer to a node whatever the gates say; no verdict is forged',
  scope: 'admin',
  reach: 'service',
  parameters: [
    itemArgument,
    { kind: 'option', key: 'to', flag: '--to <node>', help: 'the node to move to', takes: 'text' },
    { kind: 'option', key: 'reason', flag: '--reason <text>', help: 'why', takes: 'text' },
    { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who forces', takes: 'text' },
    ...addressOptions,
  ],
  input: Input,
  async run(context, input) {
    refuseAgent(context, 'force');
    const actor = input.actor === undefined ? {} : { actor: input.actor };
    return force(await context.verbs(input), { ...verbInput(input), to: input.to, reason: input.reason, ...actor });
  },
  text: renderForce,
  exitCode: () => 0,
});
