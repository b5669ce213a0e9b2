import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import {
  createTheLoop,
  type InstanceInfo,
  missingAgent,
  missingCredentials,
  processTable,
  readInstance,
} from '@the-loop/service';
import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { refuseAgent } from '../refuse-agent.ts';
import { AGENT_REMEDY } from '../render/agent-remedy.ts';
import { ownCommand, type Surroundings, surroundings } from '../surroundings.ts';
import { version } from '../version.ts';

const STARTUP_MS = 20_000;

/** `the-loop up` */
export function upCommand(line: CommandLine): Command {
  return new Command('up')
    .description('start the service')
    .option('--foreground', 'stay in the foreground until a signal')
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: { foreground?: true; config?: string; json?: true }) => {
      refuseAgent(line, 'start the service');
      const around = await surroundings(line, options.config);
      await warnOfWhatIsMissing(line, around);
      if (options.foreground === true) return runForeground(line, around);
      const info = await startDetached(around, options.config);
      line.out(
        options.json === true
          ? `${JSON.stringify({ verb: 'up', exitCode: 0, result: info })}\n`
          : `the service runs at ${info.url} (process ${info.pid})\n`,
      );
    });
}

/** The service starts all the same: what it writes waits, and agents that cannot be started are told of where they were to work. */
async function warnOfWhatIsMissing(line: CommandLine, { config }: Surroundings): Promise<void> {
  const agent = await missingAgent(config, line.env);
  if (agent !== null) line.err(`warning: no turn will start: ${agent}; ${AGENT_REMEDY}\n`);
  for (const { host, error } of await missingCredentials(config, line.env)) {
    line.err(`warning: writes to ${host} will wait: ${error}\n`);
  }
}

async function runForeground(line: CommandLine, around: Surroundings): Promise<void> {
  // Listened to from the beginning, so that a signal during the start ends what was started in order.
  const signal = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name));
  });
  const { config, stateRoot, configPath, reload } = around;
  const theLoop = await createTheLoop({
    config,
    configFile: { path: configPath, load: reload },
    stateRoot,
    environment: line.env,
    version,
    command: ownCommand(),
  });
  const hint = line.isTerminal ? '; end it with Ctrl-C' : '';
  say(line, `the service runs at ${theLoop.url} (process ${process.pid}, version ${version})${hint}`);
  const name = await signal;
  await theLoop.stop(name);
  say(line, `the service ended on ${name}`);
}

/** A log is read later: there each line says when it was written. */
function say(line: CommandLine, text: string): void {
  line.out(line.isTerminal ? `${text}\n` : `${new Date().toISOString()} ${text}\n`);
}

/** Starts the service in the background and waits until it listens. Throws `SERVICE_ALREADY_RUNNING` and `SERVICE_NOT_STARTED`. */
export async function startDetached(
  { stateRoot }: Surroundings,
  configFlag: string | undefined,
): Promise<InstanceInfo> {
  const processes = await processTable();
  const running = await readInstance(stateRoot, processes);
  if (running !== null) {
    throw new LoopError('SERVICE_ALREADY_RUNNING', `the service already runs as process ${running.pid}`, {
      remedy: 'the-loop status, or the-loop down',
    });
  }
  const logFile = path.join(stateRoot, 'logs', 'service.log');
  mkdirSync(path.dirname(logFile), { recursive: true, mode: 0o700 });
  const log = openSync(logFile, 'a', 0o600);
  const [program = '', ...args] = ownCommand();
  const flags = configFlag === undefined ? [] : ['--config', configFlag];
  const child = spawn(program, [...args, 'up', '--foreground', ...flags], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const deadline = Date.now() + STARTUP_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const info = await readInstance(stateRoot, processes);
    if (info !== null && info.url !== '') return info;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const last = readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? '';
  throw notStarted(last, logFile);
}

const PROBLEM = /^error: (.+) \(([A-Z_]+)\)(?: — to fix it: (.+))?$/;

/** The fault that the service itself named, or that it named none. */
function notStarted(last: string, logFile: string): LoopError {
  const [, message, code, remedy] = PROBLEM.exec(last) ?? [];
  if (message !== undefined && code !== undefined) return new LoopError(code, message, { remedy });
  return new LoopError('SERVICE_NOT_STARTED', 'the service did not come up', { remedy: `read ${logFile}` });
}
