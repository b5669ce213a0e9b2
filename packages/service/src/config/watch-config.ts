import { stat } from 'node:fs/promises';
import { ConfigError, type ConfigProblem, type LoadedConfig, type OperatorConfig } from '@the-loop/config';
import { type Clock } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { LoopError } from '@the-loop/graph-core';
import { demandAgent } from '../wiring/startup-checks.ts';
import { planReload, type Reload } from './plan-reload.ts';

/** The operator's file, read anew when it changes. */
export interface ConfigFile {
  /** Absolute. */
  readonly path: string;
  /** Throws `CONFIG_*`. */
  load(): Promise<LoadedConfig<OperatorConfig>>;
}

export interface ConfigWatchParts {
  readonly file: ConfigFile;
  readonly current: () => OperatorConfig;
  /** Puts another configuration into force. */
  readonly replace: (config: OperatorConfig) => Promise<void>;
  readonly emit: Emit;
  readonly clock: Clock;
}

export interface ConfigWatch {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Looked at by time rather than by notices of the file system: those follow a file that an editor has replaced, and do not come at
 * all over mounts of containers.
 */
const LOOK_MS = 1000;

/** A watch that has not begun. A file that cannot be used changes nothing. */
export function watchConfig(parts: ConfigWatchParts): ConfigWatch {
  let cancel = (): void => undefined;
  let isStopped = false;
  let looking = Promise.resolve();
  let seen: string | null = null;
  const look = async () => {
    const mark = await markOf(parts.file.path);
    if (mark !== seen) await readAnew(parts, { isFirst: seen === null });
    seen = mark;
    if (!isStopped) cancel = parts.clock.after(LOOK_MS, begin);
  };
  const begin = () => {
    looking = look();
  };
  return {
    start: begin,
    stop: async () => {
      isStopped = true;
      cancel();
      await looking;
    },
  };
}

/** Differs when the file may have another content. */
async function markOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    // Reading the file says why.
    return 'not there';
  }
}

async function readAnew(parts: ConfigWatchParts, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
  const { file, emit } = parts;
  try {
    const { config, warnings, path } = await file.load();
    if (isFirst) emit({ event: 'config.loaded', path: file.path, warnings: warnings.length });
    if (path === null) {
      emit({ event: 'config.problem', path: file.path, problem: 'there is no such file; what was read last counts' });
      return;
    }
    demandAgent(config);
    for (const warning of warnings) emit({ event: 'config.problem', path: file.path, ...placed(warning) });
    await takeOver(parts, planReload(parts.current(), config));
  } catch (error) {
    for (const problem of problemsOf(error)) {
      emit({ event: 'config.problem', level: 'error', path: file.path, ...problem });
    }
  }
}

async function takeOver({ file, replace, emit }: ConfigWatchParts, reload: Reload): Promise<void> {
  if (reload.changed.length > 0) {
    await replace(reload.config);
    emit({ event: 'config.reloaded', path: file.path, detail: reload.changed.join(', ') });
  }
  for (const key of reload.waiting) {
    emit({ event: 'config.problem', path: file.path, problem: `${key} counts from the next start: the-loop restart` });
  }
}

function problemsOf(error: unknown) {
  if (error instanceof ConfigError) return error.problems.map(placed);
  return [{ problem: error instanceof LoopError ? error.message : 'reading the file failed' }];
}

function placed({ line, column, key, message }: ConfigProblem) {
  return { line, column, problem: key === '' ? message : `${key}: ${message}` };
}
