import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { operationCommand } from './operation-command.ts';
import { group, type Verbs } from './verb-group.ts';

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
  simulate: async () => (await import('./item-verbs.ts')).graphSimulate,
  render: async () => (await import('./item-verbs.ts')).graphRender,
  lint: async () => (await import('./item-verbs.ts')).graphLint,
  hooks: async () => (await import('./item-verbs.ts')).graphHooks,
};

const GATE: Verbs = {
  show: async () => (await import('./item-verbs.ts')).gateShow,
  answer: async () => (await import('./item-verbs.ts')).answer,
};

/** `the-loop graph …` */
export function graphCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  const command = new Command('graph').description('look at process graphs, and move items along them');
  return group(line, GRAPH, { args, command: command.option('--repo <path>', 'the repository') });
}

/** `the-loop gate …` */
export function gateCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  const command = new Command('gate').description('gates that wait for people');
  return group(line, GATE, { args, command: command.option('--repo <path>', 'the repository') });
}

/** `the-loop check` */
export async function checkCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('./item-verbs.ts')).checkItems, 'check');
}
