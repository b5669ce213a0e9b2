import { type AnyOperation } from '@the-loop/operations';
import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { operationCommand } from './operation-command.ts';

/** Verbs by the word they are asked for with, loaded when they are wanted. */
type Verbs = Readonly<Record<string, () => Promise<AnyOperation>>>;

const GRAPH: Verbs = {
  show: async () => (await import('@the-loop/operations')).graphShow,
  status: async () => (await import('./item-verbs.ts')).graphStatus,
  start: async () => (await import('./item-verbs.ts')).graphStart,
  advance: async () => (await import('./item-verbs.ts')).graphAdvance,
  complete: async () => (await import('./item-verbs.ts')).graphComplete,
  run: async () => (await import('./item-verbs.ts')).graphRun,
  skip: async () => (await import('./item-verbs.ts')).graphSkip,
  unskip: async () => (await import('./item-verbs.ts')).graphUnskip,
  force: async () => (await import('./item-verbs.ts')).graphForce,
  abandon: async () => (await import('./item-verbs.ts')).graphAbandon,
  migrate: async () => (await import('./item-verbs.ts')).graphMigrate,
};

const GATE: Verbs = {
  show: async () => (await import('./item-verbs.ts')).gateShow,
  answer: async () => (await import('./item-verbs.ts')).answer,
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
  return operationCommand(line, (await import('./item-verbs.ts')).checkItems, 'check');
}

/** `the-loop events` */
export async function eventsCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).events, 'events');
}
