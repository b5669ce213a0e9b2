import { homedir, userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { Command, CommanderError } from 'commander';
import { type CommandLine } from './io.ts';
import { problemLine, usageLine } from './render/problem.ts';
import { version } from './version.ts';

/** A command as the table of commands has it. */
interface CommandEntry {
  readonly summary: string;
  /** Loads the command's own code only when it is asked for. */
  readonly load: (line: CommandLine, args: readonly string[]) => Promise<Command>;
}

/** The commands there are, by name. */
export type Commands = Readonly<Record<string, CommandEntry>>;

interface Given {
  readonly commands: Commands;
  readonly line: CommandLine;
}

/** Runs one command line. Sets the exit code: 2 for what could not run. */
export async function runCommands(args: readonly string[], { commands, line }: Given): Promise<void> {
  try {
    const asked = withoutHelpWord(args, commands);
    const program = await build(asked, { commands, line });
    await program.parseAsync([...asked], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && !error.message.startsWith('error: ')) {
      // Help or the version was shown.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    line.err(`${error instanceof CommanderError ? usageLine(error, args) : problemLine(error)}\n`);
    process.exitCode = 2;
  }
}

/** `help gate answer` is `gate answer --help`. */
function withoutHelpWord(args: readonly string[], commands: Commands): readonly string[] {
  const [first, about = '', ...rest] = args;
  return first === 'help' && Object.hasOwn(commands, about) ? [about, ...rest, '--help'] : args;
}

/** Only the command that is asked for is loaded; the others are there by name, for the help. */
async function build(args: readonly string[], { commands, line }: Given): Promise<Command> {
  const program = new Command('the-loop')
    .version(`the-loop ${version}`)
    .description('GitHub tickets, driven through a process graph by coding agents');
  const wanted = args.find((arg) => !arg.startsWith('-'));
  for (const [name, { summary, load }] of Object.entries(commands)) {
    program.addCommand(name === wanted ? await load(line, args) : new Command(name).description(summary));
  }
  return exitsByThrowing(program, line);
}

/** What is wrong with a command line is thrown, and told in one place. */
function exitsByThrowing(command: Command, line: CommandLine): Command {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => line.out(text),
    writeErr: (text) => line.err(text),
    outputError: () => undefined,
  });
  for (const child of command.commands) exitsByThrowing(child, line);
  return command;
}

/** This process's own surroundings. */
export function commandLine(): CommandLine {
  return {
    env: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    home: homedir(),
    user: userName(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: isatty(1),
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
