import { expect, it } from 'vitest';
import { createEmitter } from './emitter.ts';
import { type EventRecord } from './event-record.ts';
import { createRecorder } from './recorder.ts';

function emitterInto(records: EventRecord[]) {
  return createEmitter({
    sink: { write: (record) => void records.push(record), flush: () => Promise.resolve() },
    now: () => new Date('2026-03-01T10:00:00.500Z'),
    source: 'service',
    pid: 42,
  });
}

it('puts the envelope around the fields and leaves undefined ones out', () => {
  const records: EventRecord[] = [];
  emitterInto(records)({ event: 'graph.parked', work_item: 'issue-7', node: 'design', reason: undefined });
  expect(records).toEqual([
    {
      ts: '2026-03-01T10:00:00.500Z',
      source: 'service',
      event: 'graph.parked',
      level: 'info',
      pid: 42,
      work_item: 'issue-7',
      node: 'design',
    },
  ]);
});

it('takes the level the event names', () => {
  const records: EventRecord[] = [];
  const emit = emitterInto(records);
  emit({ event: 'dispatch.dropped', reason: 'already-processed' });
  emit({ event: 'dispatch.dropped', level: 'warning', reason: 'no-work-item' });
  expect(records.map((record) => record.level)).toEqual(['info', 'warning']);
});

it('keeps the envelope although a caller without types names a field like it', () => {
  const records: EventRecord[] = [];
  const smuggled = {
    event: 'graph.frozen',
    work_item: 'issue-7',
    source: 'forged',
    pid: 1,
    ts: 'never',
  } as const;
  emitterInto(records)(smuggled);
  expect(records[0]).toMatchObject({ source: 'service', pid: 42, ts: '2026-03-01T10:00:00.500Z' });
});

it('redacts and bounds every text, in lists too', () => {
  const records: EventRecord[] = [];
  const emit = emitterInto(records);
  emit({ event: 'graph.link_failed', work_item: 'issue-7', action: 'advance', error: `token=${'s3cr3t'.repeat(3)}` });
  emit({ event: 'dispatch.abandoned', count: 1, delivery_ids: [`ghp_${'a'.repeat(36)}`] });
  emit({ event: 'graph.link_failed', work_item: 'issue-7', action: 'advance', error: 'x y '.repeat(5000) });
  expect(records[0]?.['error']).toBe('token=[redacted]');
  expect(records[1]?.['delivery_ids']).toEqual(['[redacted]']);
  expect(String(records[2]?.['error']).length).toBeLessThanOrEqual(8193);
});

it('records events for tests, by name and in order', () => {
  const recorder = createRecorder();
  recorder.emit({ event: 'service.stopped' });
  recorder.emit({ event: 'graph.frozen', work_item: 'issue-7' });
  expect(recorder.of('graph.frozen')).toEqual([{ event: 'graph.frozen', work_item: 'issue-7' }]);
  expect(recorder.events.map((event) => event.event)).toEqual(['service.stopped', 'graph.frozen']);
  recorder.clear();
  expect(recorder.events).toEqual([]);
});
