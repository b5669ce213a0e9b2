import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { type ProcessIdentity, probeProcess, startTimeOf } from '../process/process-identity.ts';

const RETRY_MS = 50;
const LIMIT_MS = 600_000;
/** Who waits inside this process, by lock path; the file keeps other processes out. */
const queues = new Map<string, Promise<unknown>>();
let drafts = 0;

/**
 * Runs `work` while no other caller, in this process or another, holds the lock at `path`. A lock whose process has
 * gone is taken over. Throws `WORKSPACE_LOCKED` after ten minutes of waiting.
 */
export function withRepositoryLock<Value>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  const turn = (queues.get(path) ?? Promise.resolve()).then(() => holdLock(path, signal, work));
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  queues.set(path, settled);
  void settled.then(() => {
    if (queues.get(path) === settled) queues.delete(path);
  });
  return turn;
}

async function holdLock<Value>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await acquire(path, signal);
  try {
    return await work();
  } finally {
    await unlink(path);
  }
}

async function acquire(path: string, signal: AbortSignal | undefined): Promise<void> {
  const draft = `${path}.${process.pid}-${++drafts}`;
  const self: ProcessIdentity = { pid: process.pid, startTime: await startTimeOf(process.pid) };
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    for (let waited = 0; !(await tryLink(draft, path)); waited += RETRY_MS) {
      if (waited >= LIMIT_MS) throw lockFault(path);
      await dropIfAbandoned(path, `${draft}.stale`);
      await delay(RETRY_MS, undefined, signal ? { signal } : {});
    }
  } finally {
    await unlink(draft);
  }
}

/** A hard link appears with its content or not at all, so a lock never reads as empty. */
async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function dropIfAbandoned(path: string, aside: string): Promise<void> {
  const seen = await readLock(path);
  if (seen === null || (await probeProcess(holderOf(seen))) !== 'gone') return;
  // Between reading and moving, another waiter may have taken the lock anew: then it goes back.
  if (!(await tryRename(path, aside))) return;
  if ((await readLock(aside)) !== seen) await tryLink(aside, path);
  await unlink(aside);
}

async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Anything that is no lock of ours reads as held by nobody. */
function holderOf(text: string): ProcessIdentity {
  try {
    const holder = JSON.parse(text) as Partial<ProcessIdentity> | null;
    return { pid: Number(holder?.pid), startTime: holder?.startTime ?? '' };
  } catch {
    return { pid: 0, startTime: '' };
  }
}

async function tryRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function lockFault(path: string): LoopError<SessionsErrorCode> {
  return new LoopError('WORKSPACE_LOCKED', 'another process has been working on this repository for ten minutes', {
    remedy: `Wait for it, or remove ${path} when no other the-loop process runs.`,
  });
}
