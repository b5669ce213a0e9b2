import { type EventRecord } from '@the-loop/events';
import { expect, it } from 'vitest';
import { createEventLogSink } from './event-log-sink.ts';
import { createMemoryStore } from './memory/memory-store.ts';

const record: EventRecord = {
  ts: '2026-03-01T10:00:00.000Z',
  source: 'cli',
  event: 'service.stopped',
  level: 'info',
  pid: 1,
};

it('keeps records as rows once it is flushed', async () => {
  const { eventLog } = createMemoryStore({ now: () => new Date(0) });
  const failures: unknown[] = [];
  const sink = createEventLogSink(eventLog, (error) => failures.push(error));
  sink.write(record);
  sink.write({ ...record, pid: 2 });
  await sink.flush();
  expect((await eventLog.query({ limit: 9 })).map((row) => row.record.pid)).toEqual([1, 2]);
  expect(failures).toEqual([]);
});

it('tells about a record that could not be kept, and throws nowhere', async () => {
  const store = createMemoryStore({ now: () => new Date(0) });
  await store.close();
  const failures: unknown[] = [];
  const sink = createEventLogSink(store.eventLog, (error) => failures.push(error));
  sink.write(record);
  await sink.flush();
  expect(failures).toMatchObject([{ code: 'STORE_CLOSED' }]);
});
