import { type Command } from 'commander';
import { type CommandLine } from './io.ts';
import { ITEM_COMMANDS } from './item-program.ts';
import { type Commands, commandLine, runCommands } from './run-commands.ts';

const COMMANDS: Commands = {
  demo: {
    summary: 'watch a ticket walk to done, on this machine alone',
    load: async (line) => (await import('./commands/demo.ts')).demoCommand(line),
  },
  init: {
    summary: 'set up a repository and this machine',
    load: async (line) => (await import('./commands/init.ts')).initCommand(line),
  },
  up: { summary: 'start the service', load: async (line) => (await import('./commands/up.ts')).upCommand(line) },
  down: { summary: 'stop the service', load: async (line) => (await import('./commands/down.ts')).downCommand(line) },
  restart: {
    summary: 'stop the service when it runs, and start it',
    load: async (line) => (await import('./commands/restart.ts')).restartCommand(line),
  },
  status: {
    summary: 'show the service and its work items',
    load: async (line) => (await import('./commands/status.ts')).statusCommand(line),
  },
  logs: {
    summary: "show the end of the service's log",
    load: async (line) => (await import('./commands/logs.ts')).logsCommand(line),
  },
  config: {
    summary: 'the configuration files',
    load: async (line) => (await import('./commands/config-check.ts')).configCommand(line),
  },
  ...ITEM_COMMANDS,
  events: {
    summary: 'list what happened',
    load: async (line) => (await import('./commands/operation-groups.ts')).eventsCommand(line),
  },
  why: {
    summary: 'say why a work item stands where it stands, and who can move it on',
    load: async (line) => (await import('./commands/operation-groups.ts')).whyCommand(line),
  },
  explain: {
    summary: 'explain why a delivery ended as it did',
    load: async (line) => (await import('./commands/operation-groups.ts')).explainCommand(line),
  },
  replay: {
    summary: 'decide recorded deliveries again, without effects, and show what would differ',
    load: async (line) => (await import('./commands/operation-groups.ts')).replayCommand(line),
  },
  deliveries: {
    summary: 'what GitHub sent, dead letters among it',
    load: async (line, args) => (await import('./commands/operation-groups.ts')).deliveriesCommand(line, args),
  },
  outbox: {
    summary: 'writes to GitHub that wait',
    load: async (line, args) => (await import('./commands/operation-groups.ts')).outboxCommand(line, args),
  },
  record: {
    summary: 'move a work item from one machine to another',
    load: async (line, args) => (await import('./commands/operation-groups.ts')).recordCommand(line, args),
  },
  sessions: {
    summary: 'which pull requests deliver a work item',
    load: async (line, args) => (await import('./commands/operation-groups.ts')).sessionsCommand(line, args),
  },
};

/** Runs one command line, in this process's surroundings unless others are given. Sets the exit code: 2 for what could not run. */
export function runProgram(args: readonly string[], line: CommandLine = commandLine()): Promise<void> {
  return runCommands(args, { commands: COMMANDS, line });
}

/** Every command, loaded, in the order of the help: what the reference is made from. */
export function allCommands(line: CommandLine): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((entry) => entry.load(line, [])));
}
