import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Emit, type EventRecord } from '@the-loop/events';
import { type EventLog } from '@the-loop/store';
import { isCode } from '../is-code.ts';

/** Where verbs at a terminal leave what happened: opening the store would take longer than most of them. */
export function verbEventsFile(stateRoot: string): string {
  return path.join(stateRoot, 'verb-events.ndjson');
}

/** Begins the ending of a file that a process moves into the log; its process id follows. */
const TAKEN = 'taken-';

/** Appends events as lines of a file. What makes them into records is loaded with the first one: readers emit none. */
export function createVerbEmitter(file: string, warn: (text: string) => void): Emit {
  let emitter: Promise<Emit> | null = null;
  const load = async (): Promise<Emit> => {
    const { createEmitter, createFileSink } = await import('@the-loop/events');
    const onFailure = () => warn(`what happened could not be kept in ${file}`);
    const sink = createFileSink({ path: file, keep: 1, onFailure });
    return createEmitter({ sink, now: () => new Date(), source: 'cli', pid: process.pid });
  };
  return (event) => {
    emitter ??= load();
    void emitter.then((emit) => emit(event));
  };
}

/**
 * Moves what verbs left into the log. Another process that does the same at that moment gets nothing. What stayed of a
 * move that failed comes first, and may be told twice; so does an older file of the emitter.
 */
export async function takeInVerbEvents(file: string, log: Pick<EventLog, 'append'>): Promise<void> {
  const mine = `${file}.${TAKEN}${process.pid}`;
  const waiting = await leftovers(file);
  if (waiting.includes(mine)) await moveIn(mine, log);
  for (const left of [...waiting.filter((each) => each !== mine), file]) {
    if (await isMoved(left, mine)) await moveIn(mine, log);
  }
}

/** Appends to the log what verbs left, and leaves it there. A line that is no record is left out. */
export async function copyVerbEvents(file: string, log: Pick<EventLog, 'append'>): Promise<void> {
  const lines = (await textOf(file)).split('\n');
  for (const record of lines.flatMap(recordOf)) await log.append(record);
}

async function moveIn(taken: string, log: Pick<EventLog, 'append'>): Promise<void> {
  await copyVerbEvents(taken, log);
  await rm(taken, { force: true });
}

/** Files beside the one that verbs write: older ones of theirs, and those of processes that are gone. */
async function leftovers(file: string): Promise<string[]> {
  const start = `${path.basename(file)}.`;
  const names = await readdir(path.dirname(file));
  const left = names.filter((name) => name.startsWith(start) && !isBusy(name.slice(start.length)));
  return left.sort().map((name) => path.join(path.dirname(file), name));
}

function isBusy(ending: string): boolean {
  if (!ending.startsWith(TAKEN)) return false;
  const pid = Number(ending.slice(TAKEN.length));
  return pid !== process.pid && isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** False where there is nothing to move. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  }
}

function recordOf(line: string): EventRecord[] {
  try {
    const record = JSON.parse(line) as EventRecord | null;
    return typeof record?.event === 'string' && typeof record.ts === 'string' ? [record] : [];
  } catch {
    // The last line of a process that was ended while it wrote.
    return [];
  }
}
