import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { surroundings } from '../surroundings.ts';

/** `the-loop init` */
export function initCommand(line: CommandLine): Command {
  return new Command('init').action(async () => {
    await surroundings(line);
  });
}
