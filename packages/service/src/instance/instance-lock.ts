import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';

/** Who holds a state root, and how to reach it. */
export interface InstanceInfo {
  readonly pid: number;
  /** The kernel's start time of that process, so that a reused pid is not mistaken for it; empty when unknown. */
  readonly startTime: string;
  /** Base URL of the service; empty until it listens. */
  readonly url: string;
  readonly version: string;
}

export interface InstanceLock {
  /** Replaces what the lock says about its holder. */
  publish(info: InstanceInfo): void;
  release(): void;
}

/** What a lock needs to know about processes. */
export interface ProcessTable {
  readonly self: { readonly pid: number; readonly startTime: string };
  isRunning(pid: number, startTime: string): Promise<boolean>;
}

const FILE = 'service.json';

/** Reads who holds the state root; null when nobody does or the holder is gone. */
export async function readInstance(stateRoot: string, processes: ProcessTable): Promise<InstanceInfo | null> {
  const info = parse(path.join(stateRoot, FILE));
  return info && (await processes.isRunning(info.pid, info.startTime)) ? info : null;
}

/** Takes the state root for this process. Throws `SERVICE_ALREADY_RUNNING`, naming the holder, when somebody has it. */
export async function takeInstance(stateRoot: string, processes: ProcessTable, version: string): Promise<InstanceLock> {
  prepareFolder(stateRoot);
  const file = path.join(stateRoot, FILE);
  const own: InstanceInfo = { ...processes.self, url: '', version };
  if (!create(file, own)) {
    const holder = await readInstance(stateRoot, processes);
    if (holder) throw alreadyRunning(stateRoot, holder);
    // The holder is gone: its file is moved away, which only one of several starters can do, and the lock is taken anew.
    moveAway(file, own.pid);
    if (!create(file, own)) throw alreadyRunning(stateRoot, parse(file));
  }
  return {
    publish: (info) => {
      const fresh = `${file}.${own.pid}`;
      writeFileSync(fresh, JSON.stringify(info), { mode: 0o600 });
      renameSync(fresh, file);
    },
    release: () => {
      if (parse(file)?.pid === own.pid) rmSync(file, { force: true });
    },
  };
}

function prepareFolder(stateRoot: string): void {
  try {
    mkdirSync(stateRoot, { recursive: true, mode: 0o700 });
    accessSync(stateRoot, constants.W_OK);
  } catch (error) {
    throw new LoopError('SERVICE_STATE_UNUSABLE', `${stateRoot} is no folder that can be written to`, {
      remedy: 'set THE_LOOP_STATE to an absolute path of a folder of your own',
      cause: error,
    });
  }
}

function alreadyRunning(stateRoot: string, holder: InstanceInfo | null): LoopError {
  const who = holder ? `process ${holder.pid}${holder.url ? ` at ${holder.url}` : ''}` : 'another process';
  return new LoopError('SERVICE_ALREADY_RUNNING', `the service already runs for ${stateRoot} as ${who}`, {
    remedy: 'run `the-loop down`, or set THE_LOOP_STATE to another folder',
  });
}

function create(file: string, info: InstanceInfo): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, JSON.stringify(info));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function moveAway(file: string, pid: number): void {
  const aside = `${file}.stale-${pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

function parse(file: string): InstanceInfo | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isInfo(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isInfo(value: unknown): value is InstanceInfo {
  if (typeof value !== 'object' || value === null) return false;
  const info = value as Record<string, unknown>;
  return (
    Number.isInteger(info['pid']) &&
    Number(info['pid']) > 1 &&
    typeof info['startTime'] === 'string' &&
    typeof info['url'] === 'string'
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
