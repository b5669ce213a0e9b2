import { homedir, userInfo } from 'node:os';
import { Command, CommanderError } from 'commander';
import { type CommandLine } from './io.ts';
import { problemLine } from './render/problem.ts';
import { version } from './version.ts';

interface Entry {
  readonly summary: string;
  /** Loads the command's own code only when it is asked for. */
  load(line: CommandLine, args: readonly string[]): Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
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
  graph: {
    summary: 'look at process graphs, and move items along them',
    load: async (line, args) => (await import('./commands/operation-groups.ts')).graphCommand(line, args),
  },
  gate: {
    summary: 'gates that wait for people',
    load: async (line, args) => (await import('./commands/operation-groups.ts')).gateCommand(line, args),
  },
  check: {
    summary: 'is the process satisfied? for people and for CI',
    load: async (line) => (await import('./commands/operation-groups.ts')).checkCommand(line),
  },
  events: {
    summary: 'list what happened',
    load: async (line) => (await import('./commands/operation-groups.ts')).eventsCommand(line),
  },
};

/** Runs one command line. Sets the exit code: 2 for what could not run. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const line = commandLine();
  try {
    const program = await build(args, line);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    line.err(`${problemLine(error)}\n`);
    process.exitCode = 2;
  }
}

/** Every command, loaded, in the order of the help: what the reference is made from. */
export function allCommands(line: CommandLine): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map(({ load }) => load(line, [])));
}

/** Only the command that is asked for is loaded; the others are there by name, for the help. */
async function build(args: readonly string[], line: CommandLine): Promise<Command> {
  const program = new Command('the-loop')
    .version(`the-loop ${version}`)
    .description('GitHub tickets, driven through a process graph by coding agents');
  const wanted = args.find((arg) => !arg.startsWith('-'));
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    program.addCommand(name === wanted ? await load(line, args) : new Command(name).description(summary));
  }
  return exitsByThrowing(program);
}

function exitsByThrowing(command: Command): Command {
  command.exitOverride();
  for (const child of command.commands) exitsByThrowing(child);
  return command;
}

function commandLine(): CommandLine {
  return {
    env: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    home: homedir(),
    user: userName(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: Boolean(process.stdout.isTTY),
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the password database still may use the command.
    return 'unknown';
  }
}
