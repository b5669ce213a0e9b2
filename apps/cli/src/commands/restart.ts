import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { refuseAgent } from '../refuse-agent.ts';
import { surroundings } from '../surroundings.ts';
import { stopService } from './down.ts';
import { startDetached } from './up.ts';

/** `the-loop restart` */
export function restartCommand(line: CommandLine): Command {
  return new Command('restart')
    .description('stop the service when it runs, and start it')
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: { config?: string; json?: true }) => {
      refuseAgent(line, 'restart the service');
      // A configuration that cannot be used is refused here, while the old service still runs.
      const around = await surroundings(line, options.config);
      const before = await stopService(around.stateRoot);
      const info = before === 'still-running' ? null : await startDetached(around, options.config);
      const exitCode = info === null ? 1 : 0;
      const text =
        info === null
          ? 'the service was asked to stop and still runs'
          : `the service runs at ${info.url} (process ${info.pid})${before === 'not-running' ? '; it did not run before' : ''}`;
      line.out(
        options.json === true
          ? `${JSON.stringify({ verb: 'restart', exitCode, result: { before, running: info } })}\n`
          : `${text}\n`,
      );
      process.exitCode = exitCode;
    });
}
