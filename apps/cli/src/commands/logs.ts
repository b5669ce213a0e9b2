import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { LoopError, printable } from '@the-loop/graph-core';
import { Command, InvalidArgumentError } from 'commander';
import { type CliErrorCode } from '../errors.ts';
import { type CommandLine } from '../io.ts';
import { followFile } from '../logs/follow-file.ts';
import { readLastLines } from '../logs/read-last-lines.ts';
import { surroundings } from '../surroundings.ts';

interface Options {
  readonly follow?: true;
  readonly lines: number;
  readonly config?: string;
  readonly json?: true;
}

/** `the-loop logs` */
export function logsCommand(line: CommandLine): Command {
  return new Command('logs')
    .description("show the end of the service's log; what happened to tickets is in: the-loop events")
    .option('-f, --follow', 'go on with what is written from now on, until Ctrl-C; with --json one object per line')
    .option('-n, --lines <count>', 'so many lines from the end', readCount, 50)
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: Options) => {
      const { stateRoot } = await surroundings(line, options.config);
      const file = await openLog(path.join(stateRoot, 'logs', 'service.log'));
      try {
        await show(line, options, file);
      } finally {
        await file.close();
      }
    });
}

function readCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('a whole number is expected');
  return Number(text);
}

async function openLog(name: string): Promise<FileHandle> {
  try {
    return await open(name);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
    throw new LoopError<CliErrorCode>('LOGS_ABSENT', `there is no log at ${name}`, { remedy: 'the-loop up' });
  }
}

async function show(line: CommandLine, { follow, lines: count, json }: Options, file: FileHandle): Promise<void> {
  const { lines, end } = await readLastLines(file, count);
  if (json === true && follow !== true) {
    line.out(`${JSON.stringify({ verb: 'logs', exitCode: 0, result: { lines } })}\n`);
    return;
  }
  const print = (text: string) => line.out(`${json === true ? JSON.stringify({ line: text }) : printable(text)}\n`);
  for (const text of lines) print(text);
  if (follow !== true) return;
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort());
  for await (const text of followFile(file, end, ending.signal)) print(text);
}
