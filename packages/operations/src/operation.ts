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
  const problems = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'input'}: ${issue.message}`);
  throw new LoopError('OPERATION_INPUT_INVALID', `${declared.name}: ${problems.join('; ')}`, {
    remedy: `see the-loop ${declared.name.replace('.', ' ')} --help`,
  });
}
