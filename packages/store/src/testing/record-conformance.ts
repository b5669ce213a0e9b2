import { type EventRecord } from '@the-loop/events';
import { describe, expect, it } from 'vitest';
import { type OpenedStore } from './opened-store.ts';
import { aDelivery, aTurn, aWrite } from './samples.ts';

/** What all records do. */
export function recordsConformance(opened: () => OpenedStore): void {
  const records = () => opened().store.records;

  describe('records', () => {
    it('changes a record only for who knows its revision', async () => {
      expect(await records().get('session', 'a')).toBeNull();
      expect(await records().put('session', 'a', { value: { n: 1 }, expectedRevision: 1 })).toBe('conflict');
      expect(await records().put('session', 'a', { value: { n: 1 }, expectedRevision: null })).toBe('ok');
      expect(await records().put('session', 'a', { value: { n: 2 }, expectedRevision: null })).toBe('conflict');
      expect(await records().put('session', 'a', { value: { n: 2 }, expectedRevision: 1 })).toBe('ok');
      expect(await records().put('session', 'a', { value: { n: 3 }, expectedRevision: 1 })).toBe('conflict');
      expect(await records().get('session', 'a')).toEqual({ key: 'a', value: { n: 2 }, revision: 2 });
      expect(await records().get('other', 'a')).toBeNull();
    });

    it('lets one of two simultaneous changes through', async () => {
      const put = (n: number) => records().put('session', 'a', { value: n, expectedRevision: null });
      expect((await Promise.all([put(1), put(2)])).sort()).toEqual(['conflict', 'ok']);
    });

    it('goes on from the old revision after a removal', async () => {
      await records().put('session', 'a', { value: 1, expectedRevision: null });
      expect(await records().remove('session', 'a', 2)).toBe('conflict');
      expect(await records().remove('session', 'a', 1)).toBe('ok');
      expect(await records().remove('session', 'a', 2)).toBe('conflict');
      expect(await records().get('session', 'a')).toBeNull();
      expect(await records().list('session')).toEqual([]);
      expect(await records().put('session', 'a', { value: 2, expectedRevision: 1 })).toBe('conflict');
      expect(await records().put('session', 'a', { value: 2, expectedRevision: null })).toBe('ok');
      expect(await records().get('session', 'a')).toEqual({ key: 'a', value: 2, revision: 3 });
    });

    it('lists by prefix, in order and in pages', async () => {
      for (const key of ['b', 'a/2', 'a/1', 'a%', 'A', 'é', 'a_1']) {
        await records().put('k', key, { value: key, expectedRevision: null });
      }
      const list = async (filter?: object) => (await records().list('k', filter)).map(({ key }) => key);
      expect(await list()).toEqual(['A', 'a%', 'a/1', 'a/2', 'a_1', 'b', 'é']);
      expect(await list({ prefix: 'a/' })).toEqual(['a/1', 'a/2']);
      expect(await list({ prefix: 'a%' })).toEqual(['a%']);
      expect(await list({ after: 'a/1', limit: 2 })).toEqual(['a/2', 'a_1']);
      expect(await list({ prefix: 'é' })).toEqual(['é']);
    });
  });
}

function anEvent(over: Partial<EventRecord> & { event: string }): EventRecord {
  return { ts: '2026-03-01T10:00:00.000Z', source: 'service', level: 'info', pid: 1, ...over };
}

/** What every event log does. */
export function eventLogConformance(opened: () => OpenedStore): void {
  const log = () => opened().store.eventLog;

  describe('event log', () => {
    it('answers by name, item, delivery, level, source and time, oldest first', async () => {
      const item = 'github:octo/app#7';
      for (const record of [
        anEvent({ event: 'graph.advanced', work_item: item }),
        anEvent({ event: 'graph.blocked', work_item: 'github:octo/app#8', level: 'warning' }),
        anEvent({
          event: 'routing.routed',
          work_items: [item, 'x'],
          delivery_id: 'd1',
          ts: '2026-03-01T10:00:00.500Z',
        }),
        anEvent({ event: 'dispatch.error', level: 'error', source: 'cli', ts: '2026-03-01T10:00:01.000Z' }),
      ]) {
        await log().append(record);
      }
      const find = async (query: object) => (await log().query({ limit: 50, ...query })).map(({ id }) => id);
      expect(await find({})).toEqual([1, 2, 3, 4]);
      expect(await find({ types: ['graph.*', 'dispatch.err?r'] })).toEqual([1, 2, 4]);
      expect(await find({ types: ['graph', 'GRAPH.*', '[g]raph.*', 'graph.%'] })).toEqual([]);
      expect(await find({ types: [] })).toEqual([]);
      expect(await find({ workItem: item })).toEqual([1, 3]);
      expect(await find({ deliveryId: 'd1' })).toEqual([3]);
      expect(await find({ level: 'warning' })).toEqual([2, 4]);
      expect(await find({ source: 'cli' })).toEqual([4]);
      expect(await find({ since: Date.parse('2026-03-01T10:00:00.500Z') })).toEqual([3, 4]);
      expect(await find({ limit: 2 })).toEqual([3, 4]);
      expect(await find({ limit: 2, after: 1 })).toEqual([2, 3]);
      expect((await log().query({ limit: 1, after: 2 }))[0]?.record).toEqual(
        anEvent({
          event: 'routing.routed',
          work_items: [item, 'x'],
          delivery_id: 'd1',
          ts: '2026-03-01T10:00:00.500Z',
        }),
      );
    });
  });
}

/** What every store forgets, and when. */
export function sweepConformance(opened: () => OpenedStore): void {
  it('forgets what is finished and old enough, and nothing else', async () => {
    const { store, clock } = opened();
    const { inbox, outbox, turns, records, eventLog } = store;
    await inbox.accept([1, 2, 3, 4].map((n) => aDelivery(n)));
    await outbox.put([1, 2].map((n) => aWrite(n, { lane: `${n}` })));
    await turns.put([1, 2].map((n) => aTurn(n)));
    await inbox.settle(1, { status: 'settled', reason: 'x' });
    await inbox.settle(2, { status: 'dropped', reason: 'x' });
    await inbox.dead(3, { reason: 'x' });
    await outbox.begin('op-1');
    await outbox.done('op-1', null);
    await outbox.dead('op-2', 'x');
    await turns.finish('turn-1', { status: 'exited', exitCode: 0, note: '' });
    await records.put('k', 'gone', { value: 1, expectedRevision: null });
    await records.remove('k', 'gone', 1);
    await records.put('k', 'kept', { value: 1, expectedRevision: null });
    await eventLog.append(anEvent({ event: 'service.stopped' }));
    expect(await store.sweep({ finishedBefore: clock.ms, eventsBefore: 0 })).toEqual({
      inbox: 0,
      outbox: 0,
      turns: 0,
      events: 0,
    });
    const swept = await store.sweep({ finishedBefore: clock.ms + 1, eventsBefore: Date.parse('2026-03-02T00:00:00Z') });
    expect(swept).toEqual({ inbox: 2, outbox: 1, turns: 1, events: 1 });
    expect(await inbox.count()).toEqual({ open: 1, settled: 0, dropped: 0, dead: 1 });
    expect((await inbox.get(4))?.bytes).toBe(7);
    expect(await inbox.get(1)).toBeNull();
    expect((await records.list('k')).map(({ key }) => key)).toEqual(['kept']);
    expect(await records.put('k', 'gone', { value: 2, expectedRevision: null })).toBe('ok');
    expect((await records.get('k', 'gone'))?.revision).toBe(1);
    expect(await inbox.accept([aDelivery(1)])).toEqual(['accepted']);
    expect((await inbox.find('guid-1'))?.id).toBe(5);
  });
}
