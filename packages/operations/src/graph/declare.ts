import { type DeclareReport, exitCodeOfDeclared, renderDeclared, skip, unskip } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { addressEntries, addressOptions, itemArgument, refuseAgent, verbInput } from '../address.ts';
import { type Parameter } from '../define-operation.ts';
import { operation } from '../operation.ts';

const Input = v.strictObject({
  ...addressEntries,
  node: v.pipe(v.array(v.string()), v.minLength(1, 'pass --node at least once')),
  reason: v.string('pass --reason: there is no unexplained declaration'),
  actor: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

const parameters: readonly Parameter[] = [
  itemArgument,
  { kind: 'option', key: 'node', flag: '--node <token>', help: 'a node or a skip set; may be repeated', takes: 'list' },
  { kind: 'option', key: 'reason', flag: '--reason <text>', help: 'why', takes: 'text' },
  { kind: 'option', key: 'actor', flag: '--actor <who>', help: 'a note beside who declares', takes: 'text' },
  ...addressOptions,
];

function declaration(name: 'graph.skip' | 'graph.unskip', summary: string, verb: typeof skip) {
  return operation<v.InferOutput<typeof Input>, DeclareReport>({
    name,
    summary,
    scope: 'admin',
    reach: 'service',
    parameters,
    input: Input,
    async run(context, input) {
      refuseAgent(context, name.slice('graph.'.length));
      const actor = input.actor === undefined ? {} : { actor: input.actor };
      return verb(await context.verbs(input), {
        ...verbInput(input),
        tokens: input.node,
        reason: input.reason,
        ...actor,
      });
    },
    text: renderDeclared,
    exitCode: exitCodeOfDeclared,
  });
}

/** Declares phases skipped, ahead of the pointer. */
export const graphSkip = declaration('graph.skip', 'declare phases skipped, with a reason', skip);

/** Takes declared skips back, and chooses opt-in phases. */
export const graphUnskip = declaration('graph.unskip', 'take declared skips back, or choose opt-in phases', unskip);
