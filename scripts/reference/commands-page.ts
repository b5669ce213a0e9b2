import { allCommands } from '../../apps/cli/src/program.ts';
import { type AnyOperation, operations } from '../../packages/operations/src/index.ts';
import { cell, page, table } from './markdown-page.ts';

type Command = Awaited<ReturnType<typeof allCommands>>[number];
type Argument = Command['registeredArguments'][number];
type Option = Command['options'][number];

const INTRODUCTION = `Every command takes \`--json\` and then prints one JSON object, \`{ verb, exitCode, result }\`. Exit codes are 0 for done or
favourable, 1 for "ran, and the answer is negative", 2 for "could not run, or refused"; errors go to stderr as one line that says
what, why and the command that fixes it.

A verb with a *scope* is also answered over HTTP by a running service, as \`POST /api/v1/<area>/<verb>\`, to callers with that
scope. *Answered by* says who does the work when you type it: \`checkout\` is always this process; \`service\` is the service when it
runs and drives the item; \`agent\` is the service only for an agent that it started.`;

/** Every command with its arguments and options, as the command line itself declares them. */
export async function commandsPage(): Promise<string> {
  const commands = await allCommands({
    env: {},
    cwd: '/',
    platform: 'linux',
    home: '/',
    user: '',
    out: () => undefined,
    err: () => undefined,
    isTerminal: false,
  });
  return page(
    'Commands',
    INTRODUCTION,
    commands.flatMap((command) => sections(command, [])),
  );
}

function sections(command: Command, before: readonly string[]): string[] {
  const path = [...before, command.name()];
  if (command.commands.length > 0) return command.commands.flatMap((child) => sections(child, path));
  return [section(command, path)];
}

function section(command: Command, path: readonly string[]): string {
  const usage = ['the-loop', ...path, ...command.registeredArguments.map(argumentText)].join(' ');
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argumentText(argument)}\``, cell(argument.description)]),
    ...command.options.map((option) => [`\`${option.flags}\``, cell(optionText(option))]),
  ];
  return [`## \`${usage}\``, command.description(), reachOf(operations.get(path.join('.'))), table(['', ''], rows)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function argumentText(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function optionText({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
  const shown = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  return `${description}${choices}${shown ? `; default \`${defaultValue}\`` : ''}`;
}

function reachOf(operation: AnyOperation | undefined): string {
  return operation === undefined ? '' : `Scope: ${operation.scope}. Answered by: ${operation.reach}.`;
}
