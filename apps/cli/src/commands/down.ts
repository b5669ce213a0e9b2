import { processTable, readInstance } from '@the-loop/service';
import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { surroundings } from '../surroundings.ts';

const PATIENCE_MS = 30_000;

/** `the-loop down` */
export function downCommand(line: CommandLine): Command {
  return new Command('down')
    .description('stop the service; running agents go on and are found again')
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: { config?: string; json?: true }) => {
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

/** Asks the service to stop and waits until it is gone. */
export async function stopService(stateRoot: string): Promise<'stopped' | 'not-running' | 'still-running'> {
  const processes = await processTable();
  const running = await readInstance(stateRoot, processes);
  if (running === null) return 'not-running';
  process.kill(running.pid, 'SIGTERM');
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if ((await readInstance(stateRoot, processes)) === null) return 'stopped';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 'still-running';
}
