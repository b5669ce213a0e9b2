import { type Answer, type AnyOperation, type Parameter } from '@the-loop/operations';
import { Command, InvalidArgumentError } from 'commander';
import { checkoutContext } from '../checkout-context.ts';
import { chooseService } from '../choose-service.ts';
import { type CommandLine } from '../io.ts';
import { invokeRemotely } from '../remote.ts';
import { type Surroundings, surroundings } from '../surroundings.ts';

/** Makes a command of an operation: its arguments, options and help follow from the declaration. */
export function operationCommand(line: CommandLine, operation: AnyOperation, name: string): Command {
  const command = new Command(name).description(operation.summary);
  for (const parameter of operation.parameters) declare(command, parameter);
  command.option('--json', 'print one JSON object');
  command.option('--config <file>', "the operator's configuration");
  command.action(async (...given: unknown[]) => {
    const values = given.slice(0, command.registeredArguments.length);
    await invoke(line, operation, { command, values });
  });
  return command;
}

function declare(command: Command, parameter: Parameter): void {
  if (parameter.kind === 'argument') {
    command.argument(parameter.optional === true ? `[${parameter.key}]` : `<${parameter.key}>`, parameter.help);
    return;
  }
  switch (parameter.takes) {
    case 'text':
    case 'nothing':
      command.option(parameter.flag, parameter.help);
      return;
    case 'number':
      command.option(parameter.flag, parameter.help, readNumber);
      return;
    case 'list':
      command.option(parameter.flag, parameter.help, (value: string, before: string[] | undefined) => [
        ...(before ?? []),
        value,
      ]);
  }
}

function readNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is expected');
  return Number(text);
}

interface Given {
  readonly command: Command;
  readonly values: readonly unknown[];
}

async function invoke(line: CommandLine, operation: AnyOperation, { command, values }: Given): Promise<void> {
  const options = command.optsWithGlobals<Readonly<Record<string, unknown>>>();
  const input = inputOf(operation, { options, values });
  let loaded: Promise<Surroundings> | null = null;
  const around = () => (loaded ??= surroundings(line, options['config'] as string | undefined));
  const service = await chooseService(line, operation, {
    item: input['item'] as string | undefined,
    repo: input['repo'] as string | undefined,
    surroundings: around,
  });
  const answer =
    service === null
      ? await operation.invoke(checkoutContext(line, around), input)
      : await invokeRemotely(service, operation, input);
  print(line, operation, { answer, json: options['json'] === true });
  process.exitCode = answer.exitCode;
}

function inputOf(
  operation: AnyOperation,
  { options, values }: { readonly options: Readonly<Record<string, unknown>>; readonly values: readonly unknown[] },
): Record<string, unknown> {
  const names = operation.parameters.filter(({ kind }) => kind === 'argument').map(({ key }) => key);
  const fromArguments = Object.fromEntries(names.map((key, index) => [key, values[index]]));
  const fromOptions = Object.fromEntries(operation.parameters.map(({ key }) => [key, options[key]]));
  const all = { ...fromOptions, ...fromArguments };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function print(
  line: CommandLine,
  operation: AnyOperation,
  { answer, json }: { readonly answer: Answer; readonly json: boolean },
): void {
  const { result, text, exitCode } = answer;
  line.out(`${json ? JSON.stringify({ verb: operation.name, exitCode, result }) : text}\n`);
}
