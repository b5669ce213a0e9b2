import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { play } from '../demo/play.ts';
import { type CommandLine } from '../io.ts';
import { ownCommand } from '../surroundings.ts';

/** `the-loop demo` */
export function demoCommand(line: CommandLine): Command {
  return new Command('demo')
    .description('watch a ticket walk to done: an emulated GitHub, the real daemon, real git, a scripted agent')
    .option('--keep', 'leave the temporary folders for inspection')
    .action(async (options: { keep?: true }) => {
      const screen = { write: line.out, isTerminal: line.isTerminal && line.env['NO_COLOR'] === undefined };
      await play({ screen, programs: { command: ownCommand(), agent: agentCommand() }, keep: options.keep === true });
    });
}

/** The scripted agent beside this program: built, or from source. */
function agentCommand(): readonly string[] {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const built = path.join(here, 'scripted-agent.js');
  return [
    process.execPath,
    ...process.execArgv,
    existsSync(built) ? built : path.join(here, '..', 'demo', 'scripted-agent.ts'),
  ];
}
