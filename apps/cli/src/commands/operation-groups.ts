import { type AnyOperation } from '@the-loop/operations';
import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { operationCommand } from './operation-command.ts';

/** Verbs by the word they are asked for with. Each is loaded alone: a verb never pays for the others. */
type Verbs = Readonly<Record<string, () => Promise<AnyOperation>>>;

const GRAPH: Verbs = {
  show: async () => (await import('@the-loop/operations')).graphShow,
  status: async () => (await import('@the-loop/operations')).graphStatus,
  start: async () => (await import('@the-loop/operations')).graphStart,
  advance: async () => (await import('@the-loop/operations')).graphAdvance,
  complete: async () => (await import('@the-loop/operations')).graphComplete,
  run: async () => (await import('@the-loop/operations')).graphRun,
  skip: async () => (await import('@the-loop/operations')).graphSkip,
  unskip: async () => (await import('@the-loop/operations')).graphUnskip,
  force: async () => (await import('@the-loop/operations')).graphForce,
  abandon: async () => (await import('@the-loop/operations')).graphAbandon,
  migrate: async () => (await import('@the-loop/operations')).graphMigrate,
};

const GATE: Verbs = {
  show: async () => (await import('@the-loop/operations')).gateShow,
  answer: async () => (await import('@the-loop/operations')).answer,
};

/** The verbs that the arguments may mean; all of them for a help text, or for a word that is none. */
function wanted(verbs: Verbs, args: readonly string[]): string[] {
  const names = Object.keys(verbs);
  const named = names.filter((name) => args.includes(name));
  return named.length === 0 ? names : named;
}

async function group(line: CommandLine, verbs: Verbs, { args, command }: GroupOptions): Promise<Command> {
  for (const name of wanted(verbs, args)) {
    const operation = await verbs[name]?.();
    if (operation !== undefined) command.addCommand(operationCommand(line, operation, name));
  }
  return command.option('--repo <path>', 'the repository');
}

interface GroupOptions {
  readonly args: readonly string[];
  readonly command: Command;
}

/** `the-loop graph …` */
export function graphCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  const command = new Command('graph').description('look at process graphs, and move items along them');
  return group(line, GRAPH, { args, command });
}

/** `the-loop gate …` */
export function gateCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  return group(line, GATE, { args, command: new Command('gate').description('gates that wait for people') });
}

/** `the-loop check` */
export async function checkCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).checkItems, 'check');
}

/** `the-loop events` */
export async function eventsCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).events, 'events');
}
