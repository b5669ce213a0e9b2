import { type Commands, commandLine, runCommands } from './run-commands.ts';

/** The commands about the work items of a checkout: what people and agents call most, and what has to start quickly. */
export const ITEM_COMMANDS: Commands = {
  graph: {
    summary: 'look at process graphs, and move items along them',
    load: async (line, args) => (await import('./commands/item-groups.ts')).graphCommand(line, args),
  },
  gate: {
    summary: 'gates that wait for people',
    load: async (line, args) => (await import('./commands/item-groups.ts')).gateCommand(line, args),
  },
  check: {
    summary: 'is the process satisfied? for people and for CI',
    load: async (line) => (await import('./commands/item-groups.ts')).checkCommand(line),
  },
};

/** Runs a command line of one of them. Sets the exit code: 2 for what could not run. */
export function runItemProgram(args: readonly string[]): Promise<void> {
  return runCommands(args, { commands: ITEM_COMMANDS, line: commandLine() });
}
