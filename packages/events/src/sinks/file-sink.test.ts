import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EventRecord } from '../record/event-record.ts';
import { createFanOut } from './fan-out.ts';
import { createFileSink } from './file-sink.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'the-loop-events-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function record(n: number): EventRecord {
  return {
    ts: '2026-03-01T10:00:00.000Z',
    source: 'cli',
    event: 'poll.attempts_released',
    level: 'info',
    pid: 1,
    released: n,
  };
}

async function numbersIn(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as EventRecord)['released']);
}

const unexpected = (error: unknown) => {
  throw error;
};

it('appends one JSON line per record, in order, readable by the owner only', async () => {
  const path = join(folder, 'logs', 'events.jsonl');
  const sink = createFileSink({ path, onFailure: unexpected });
  for (let n = 0; n < 100; n += 1) sink.write(record(n));
  await sink.flush();
  sink.write(record(100));
  await sink.flush();
  expect(await numbersIn(path)).toEqual(Array.from({ length: 101 }, (_, n) => n));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'logs'))).mode & 0o777).toBe(0o700);
});

it('begins a new file when the old one is full and keeps a few', async () => {
  const path = join(folder, 'events.jsonl');
  const sink = createFileSink({ path, onFailure: unexpected, maxBytes: 100, keep: 2 });
  for (let n = 0; n < 5; n += 1) {
    sink.write(record(n));
    await sink.flush();
  }
  expect([await numbersIn(path), await numbersIn(`${path}.1`), await numbersIn(`${path}.2`)]).toEqual([[4], [3], [2]]);
  await expect(stat(`${path}.3`)).rejects.toThrow();
});

it('reports an outage once, goes on, and reports the next one again', async () => {
  const blocker = join(folder, 'logs');
  await writeFile(blocker, 'a file where a folder belongs');
  const failures: unknown[] = [];
  const path = join(blocker, 'events.jsonl');
  const sink = createFileSink({ path, onFailure: (error) => failures.push(error) });
  for (const n of [1, 2]) {
    sink.write(record(n));
    await sink.flush();
  }
  expect(failures).toHaveLength(1);
  await rm(blocker);
  sink.write(record(3));
  await sink.flush();
  await rm(blocker, { recursive: true });
  await writeFile(blocker, 'again');
  sink.write(record(4));
  await sink.flush();
  expect(failures).toHaveLength(2);
});

it('writes to several sinks', async () => {
  const seen: EventRecord[] = [];
  const memory = { write: (each: EventRecord) => void seen.push(each), flush: () => Promise.resolve() };
  const path = join(folder, 'events.jsonl');
  const both = createFanOut([memory, createFileSink({ path, onFailure: unexpected })]);
  both.write(record(1));
  await both.flush();
  expect([seen.length, await numbersIn(path)]).toEqual([1, [1]]);
});
