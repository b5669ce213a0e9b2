import { type AnyOperation } from '@the-loop/operations';
import { type Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { operationCommand } from './operation-command.ts';

/** Verbs by the word they are asked for with, loaded when they are wanted. */
export type Verbs = Readonly<Record<string, () => Promise<AnyOperation>>>;

/** The verbs that the arguments may mean; all of them for a help text, or for a word that is none. */
function wanted(verbs: Verbs, args: readonly string[]): string[] {
  const names = Object.keys(verbs);
  const named = names.filter((name) => args.includes(name));
  return named.length === 0 ? names : named;
}

/** A command with its verbs below it. */
export async function group(line: CommandLine, verbs: Verbs, { args, command }: GroupOptions): Promise<Command> {
  for (const name of wanted(verbs, args)) {
    const operation = await verbs[name]?.();
    if (operation !== undefined) command.addCommand(operationCommand(line, operation, name));
  }
  return command;
}

interface GroupOptions {
  readonly args: readonly string[];
  readonly command: Command;
}
