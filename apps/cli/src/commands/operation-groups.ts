import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { operationCommand } from './operation-command.ts';
import { group, type Verbs } from './verb-group.ts';

const DELIVERIES: Verbs = {
  list: async () => (await import('@the-loop/operations')).deliveriesList,
  show: async () => (await import('@the-loop/operations')).deliveriesShow,
  retry: async () => (await import('@the-loop/operations')).deliveriesRetry,
  drop: async () => (await import('@the-loop/operations')).deliveriesDrop,
};

const OUTBOX: Verbs = {
  list: async () => (await import('@the-loop/operations')).outboxList,
  flush: async () => (await import('@the-loop/operations')).outboxFlush,
  retry: async () => (await import('@the-loop/operations')).outboxRetry,
};

const RECORD: Verbs = {
  export: async () => (await import('@the-loop/operations')).recordExport,
  import: async () => (await import('@the-loop/operations')).recordImport,
};

const SESSIONS: Verbs = {
  'link-pr': async () => (await import('@the-loop/operations')).sessionsLinkPr,
  'unlink-pr': async () => (await import('@the-loop/operations')).sessionsUnlinkPr,
};

/** `the-loop deliveries …` */
export function deliveriesCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  const command = new Command('deliveries').description('what GitHub sent, dead letters among it');
  return group(line, DELIVERIES, { args, command });
}

/** `the-loop outbox …` */
export function outboxCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  return group(line, OUTBOX, { args, command: new Command('outbox').description('writes to GitHub that wait') });
}

/** `the-loop record …` */
export function recordCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  const command = new Command('record').description('move a work item from one machine to another');
  return group(line, RECORD, { args, command });
}

/** `the-loop sessions …` */
export function sessionsCommand(line: CommandLine, args: readonly string[]): Promise<Command> {
  const command = new Command('sessions').description('which pull requests deliver a work item');
  return group(line, SESSIONS, { args, command });
}

/** `the-loop why` */
export async function whyCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).why, 'why');
}

/** `the-loop explain` */
export async function explainCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).explain, 'explain');
}

/** `the-loop replay` */
export async function replayCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).replay, 'replay');
}

/** `the-loop events` */
export async function eventsCommand(line: CommandLine): Promise<Command> {
  return operationCommand(line, (await import('@the-loop/operations')).events, 'events');
}
