import { createEmitter, type EventRecord } from '@the-loop/events';
import { expect, it } from 'vitest';
import { closableSink } from './closable-sink.ts';

it('keeps what was written before it was closed, and drops what comes later', async () => {
  const records: EventRecord[] = [];
  const sink = closableSink({ write: (record) => records.push(record), flush: () => Promise.resolve() });
  const emit = createEmitter({ sink, now: () => new Date(0), source: 'test', pid: 1 });
  emit({ event: 'service.stopped', clean: true });
  await sink.close();
  emit({ event: 'service.stopped', clean: false });
  expect(records.map(({ clean }) => clean)).toEqual([true]);
});
