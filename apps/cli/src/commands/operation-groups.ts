import {
  answer,
  checkItems,
  events,
  gateShow,
  graphAbandon,
  graphAdvance,
  graphComplete,
  graphForce,
  graphMigrate,
  graphRun,
  graphShow,
  graphSkip,
  graphStart,
  graphStatus,
  graphUnskip,
} from '@the-loop/operations';
import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { operationCommand } from './operation-command.ts';

const GRAPH = [
  graphShow,
  graphStatus,
  graphStart,
  graphAdvance,
  graphComplete,
  graphRun,
  graphSkip,
  graphUnskip,
  graphForce,
  graphAbandon,
  graphMigrate,
];

/** `the-loop graph …` */
export function graphCommand(line: CommandLine): Command {
  const group = new Command('graph')
    .description('look at process graphs, and move items along them')
    .option('--repo <path>', 'the repository');
  for (const operation of GRAPH)
    group.addCommand(operationCommand(line, operation, operation.name.slice('graph.'.length)));
  return group;
}

/** `the-loop gate …` */
export function gateCommand(line: CommandLine): Command {
  const group = new Command('gate').description('gates that wait for people').option('--repo <path>', 'the repository');
  return group
    .addCommand(operationCommand(line, gateShow, 'show'))
    .addCommand(operationCommand(line, answer, 'answer'));
}

/** `the-loop check` */
export const checkCommand = (line: CommandLine): Command => operationCommand(line, checkItems, 'check');

/** `the-loop events` */
export const eventsCommand = (line: CommandLine): Command => operationCommand(line, events, 'events');
