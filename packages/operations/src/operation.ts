import { LoopError } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type AnyOperation, type Operation } from './define-operation.ts';

/** Makes a typed declaration usable by every transport. */
export function operation<Input, Output>(declared: Operation<Input, Output>): AnyOperation {
  const read = (input: unknown): Input => readInput(declared, input);
  return {
    ...declared,
    async invoke(context, input) {
      const parsed = read(input);
      const result = await declared.run(context, parsed);
      return { result, text: declared.text(result, parsed), exitCode: declared.exitCode(result, parsed) };
    },
    present(result, input) {
      // The service answered with this operation's own output, over a connection whose token we hold.
      const output = result as Output;
      const parsed = read(input);
      return { text: declared.text(output, parsed), exitCode: declared.exitCode(output, parsed) };
    },
  };
}

function readInput<Input, Output>(declared: Operation<Input, Output>, input: unknown): Input {
  // To the schema a list is an object whose members are all left out.
  const parsed = v.safeParse(declared.input, Array.isArray(input) ? null : input);
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'input'}: ${describe(declared, issue)}`);
  throw new LoopError('OPERATION_INPUT_INVALID', problems.join('; '), {
    remedy: `see the-loop ${declared.name.replace('.', ' ')} --help`,
  });
}

/** In our own words: what was received is not shown back. */
function describe({ input }: { readonly input: v.GenericSchema }, issue: v.BaseIssue<unknown>): string {
  const { type, expected, received, message } = issue;
  if (type === 'strict_object' && expected === 'never') return 'is no input of this verb';
  if (type === 'strict_object' && received === 'undefined') return demandOf(input, v.getDotPath(issue)) ?? 'is needed';
  return message.startsWith('Invalid ') ? `expects ${expected ?? 'another value'}` : message;
}

/** What the schema says of an entry that must be there. */
function demandOf(schema: v.GenericSchema, key: string | null): string | null {
  const { entries } = schema as { readonly entries?: Readonly<Record<string, { readonly message?: unknown }>> };
  const message = entries?.[key ?? '']?.message;
  return typeof message === 'string' ? message : null;
}
