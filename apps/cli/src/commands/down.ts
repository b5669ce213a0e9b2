import { LoopError } from '@the-loop/graph-core';
import { type ProcessTable, processTable, readInstance } from '@the-loop/service';
import { Command } from 'commander';
import { type CliErrorCode } from '../errors.ts';
import { type CommandLine } from '../io.ts';
import { refuseAgent } from '../refuse-agent.ts';
import { surroundings } from '../surroundings.ts';

const PATIENCE_MS = 30_000;

/** `the-loop down` */
export function downCommand(line: CommandLine): Command {
  return new Command('down')
    .description('stop the service; running agents go on and are found again')
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: { config?: string; json?: true }) => {
      refuseAgent(line, 'stop the service');
      const outcome = await stopService((await surroundings(line, options.config)).stateRoot);
      const exitCode = outcome === 'still-running' ? 1 : 0;
      const text = {
        stopped: 'the service was stopped',
        'not-running': 'no service runs',
        'still-running': 'the service was asked to stop and still runs',
      }[outcome];
      line.out(
        options.json === true ? `${JSON.stringify({ verb: 'down', exitCode, result: { outcome } })}\n` : `${text}\n`,
      );
      process.exitCode = exitCode;
    });
}

/**
 * Asks the service to stop and waits until it is gone. Throws `SERVICE_PROCESS_UNKNOWN` where the process that is named cannot
 * be told from another one that has its number by now: that one is not ours to signal.
 */
export async function stopService(
  stateRoot: string,
  table?: ProcessTable,
): Promise<'stopped' | 'not-running' | 'still-running'> {
  const processes = table ?? (await processTable());
  const running = await readInstance(stateRoot, processes);
  if (running === null) return 'not-running';
  const { pid, startTime } = running;
  const found = await processes.probe(pid, startTime);
  if (found === 'unknown') {
    throw new LoopError<CliErrorCode>(
      'SERVICE_PROCESS_UNKNOWN',
      `whether process ${pid} is the service cannot be told`,
      {
        remedy: `look at it with: ps -p ${pid}, and end it yourself if it is the service`,
      },
    );
  }
  if (found === 'gone' || !asked(pid)) return 'stopped';
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if ((await readInstance(stateRoot, processes)) === null) return 'stopped';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 'still-running';
}

/** False when the process ended before the signal came. */
function asked(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
