import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Stage } from '../../apps/cli/src/demo/stage.ts';
import { builtPrograms } from './built-programs.ts';

/** Where a life ends: at a statement of its store, or after some time, wherever it is then. */
export type End =
  | { readonly kind: 'statement'; readonly statement: number; readonly when: 'before' | 'after' }
  | { readonly kind: 'time'; readonly ms: number };

/** Lives of the daemon, one after another over the same state; the last goes on. */
export interface Lives {
  readonly deaths: () => number;
  /** Stops the last. */
  close(): Promise<void>;
}

const DIE = pathToFileURL(path.join(import.meta.dirname, 'die-at-statement.mjs')).href;
const LOOK_MS = 20;

/** Begins the first life; each that ends is followed by the next, and GitHub delivers again what none answered. */
export function startLives(stage: Stage, ends: readonly End[]): Lives {
  const running: { child: ChildProcess | null; isClosed: boolean; deaths: number } = {
    child: null,
    isClosed: false,
    deaths: 0,
  };
  const live = async (): Promise<void> => {
    for (const end of [...ends, null]) {
      if (running.isClosed) return;
      const child = spawnDaemon(stage, end);
      running.child = child;
      const gone = once(child, 'exit');
      const timer = end?.kind === 'time' ? setTimeout(() => child.kill('SIGKILL'), end.ms) : undefined;
      void redeliverOnce(stage, child);
      await gone;
      clearTimeout(timer);
      if (child.signalCode === 'SIGKILL') running.deaths += 1;
    }
  };
  const lived = live();
  return {
    deaths: () => running.deaths,
    close: async () => {
      running.isClosed = true;
      running.child?.kill('SIGTERM');
      await lived;
    },
  };
}

function spawnDaemon({ world }: Stage, end: End | null): ChildProcess {
  const [program = '', ...args] = builtPrograms().command;
  const dying = end?.kind === 'statement' ? ['--import', `${DIE}?statement=${end.statement}&when=${end.when}`] : [];
  const log = openSync(path.join(world.folder, 'daemon.log'), 'a', 0o600);
  const child = spawn(program, [...dying, ...args, 'up', '--foreground', '--config', world.configFile], {
    cwd: world.folder,
    env: { ...world.environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

/** As soon as the daemon answers. */
async function redeliverOnce(stage: Stage, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const health = await fetch(`http://127.0.0.1:${stage.world.port}/health`).catch(() => null);
    if (health?.ok === true) return stage.redeliverUnanswered();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
