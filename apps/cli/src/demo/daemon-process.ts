import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type World } from './world.ts';

/** The real daemon, as a process of its own. */
export interface DaemonProcess {
  readonly url: string;
  /** For the operator's part of the API. */
  readonly token: string;
  /** Ends it and answers its exit code; `SIGKILL` gives it no chance to tidy up. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const STARTUP_MS = 20_000;

/** Starts `the-loop up --foreground` in the world and resolves when it answers. Throws `DEMO_DAEMON_FAILED` with its output. */
export async function startDaemon(world: World, command: readonly string[]): Promise<DaemonProcess> {
  const logFile = path.join(world.folder, 'daemon.log');
  const log = openSync(logFile, 'a', 0o600);
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, 'up', '--foreground', '--config', world.configFile], {
    cwd: world.folder,
    env: { ...world.environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${world.port}`;
  await ready(child, url, logFile);
  const token = readFileSync(path.join(world.stateRoot, 'operator-token'), 'utf8').trim();
  return { url, token, stop: (signal = 'SIGTERM') => stop(child, signal) };
}

async function ready(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + STARTUP_MS;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (await answers(`${url}/health`)) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  child.kill('SIGKILL');
  const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join(' | ');
  throw new LoopError('DEMO_DAEMON_FAILED', `the daemon did not come up: ${tail}`, {
    remedy: 'run the demo again with --keep and read daemon.log',
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    // Not listening yet is the expected answer while it starts.
    return false;
  }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}
