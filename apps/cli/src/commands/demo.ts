import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoopError } from '@the-loop/graph-core';
import { Command } from 'commander';
import { type PlayOptions, play } from '../demo/play.ts';
import { type CommandLine } from '../io.ts';
import { ownCommand } from '../surroundings.ts';

type Script = NonNullable<PlayOptions['agentScript']>;

interface DemoOptions {
  readonly keep?: true;
  readonly solo?: true;
  readonly agentScript?: string;
}

/** `the-loop demo` */
export function demoCommand(line: CommandLine): Command {
  return new Command('demo')
    .description('watch a ticket walk to done: an emulated GitHub, the real daemon, real git, a scripted agent')
    .option('--keep', 'leave the temporary folders for inspection')
    .option('--solo', 'only the story of one person with one token')
    .option('--agent-script <file>', 'JSON that says where the scripted agent misbehaves')
    .action(async (options: DemoOptions) => {
      await play({
        screen: { write: line.out, isTerminal: line.isTerminal && line.env['NO_COLOR'] === undefined },
        programs: { command: ownCommand(), agent: agentCommand() },
        keep: options.keep === true,
        solo: options.solo === true,
        ...(options.agentScript === undefined ? {} : { agentScript: readScript(options.agentScript) }),
      });
    });
}

function readScript(file: string): Script {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Script;
  } catch (error) {
    throw new LoopError('DEMO_SCRIPT_UNREADABLE', `${file} cannot be read as JSON`, {
      remedy: 'name a file such as {"nodes":{"design":{"mode":"fail"}}}',
      cause: error,
    });
  }
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
