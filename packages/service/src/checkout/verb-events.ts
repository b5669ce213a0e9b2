import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Emit, type EventRecord } from '@the-loop/events';
import { type EventLog } from '@the-loop/store';

/** Where verbs at a terminal leave what happened: opening the store would take longer than most of them. */
export function verbEventsFile(stateRoot: string): string {
  return path.join(stateRoot, 'verb-events.ndjson');
}

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

/** Moves what verbs left into the log. Another process that does the same at that moment gets nothing. */
export async function takeInVerbEvents(file: string, log: Pick<EventLog, 'append'>): Promise<void> {
  const taken = `${file}.${process.pid}`;
  try {
    await rename(file, taken);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await copyVerbEvents(taken, log);
  await rm(taken, { force: true });
}

/** Appends to the log what verbs left, and leaves it there. A line that is no record is left out. */
export async function copyVerbEvents(file: string, log: Pick<EventLog, 'append'>): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  for (const record of lines.flatMap(recordOf)) await log.append(record);
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
