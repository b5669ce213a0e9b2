import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Store } from '../ports/store.ts';
import { inboxConformance } from './inbox-conformance.ts';
import { type OpenedStore } from './opened-store.ts';
import { outboxConformance, turnsConformance } from './queue-conformance.ts';
import { eventLogConformance, recordsConformance, sweepConformance } from './record-conformance.ts';
import { renameConformance } from './rename-conformance.ts';
import { aDelivery, createTestClock, type TestClock } from './samples.ts';

/** What every store does, whatever it keeps its rows in. `open` makes an empty one. */
export function storeConformance(name: string, open: (clock: TestClock) => Promise<Store>): void {
  describe(`a store ${name}`, () => {
    let current: OpenedStore;
    const opened = () => current;
    beforeEach(async () => {
      const clock = createTestClock();
      current = { clock, store: await open(clock) };
    });
    afterEach(() => current.store.close());

    inboxConformance(opened);
    outboxConformance(opened);
    turnsConformance(opened);
    recordsConformance(opened);
    eventLogConformance(opened);
    renameConformance(opened);
    sweepConformance(opened);

    it('refuses everything once it is closed, and closes twice', async () => {
      const { store } = current;
      await store.close();
      await store.close();
      const closed = { code: 'STORE_CLOSED' };
      await expect(store.inbox.accept([aDelivery(1)])).rejects.toMatchObject(closed);
      await expect(store.inbox.claim({ owner: 'a', limit: 1, leaseMs: 1 })).rejects.toMatchObject(closed);
      await expect(store.records.get('k', 'a')).rejects.toMatchObject(closed);
      await expect(store.sweep({ finishedBefore: 0, eventsBefore: 0 })).rejects.toMatchObject(closed);
      await expect(store.outbox.count()).rejects.toMatchObject(closed);
    });
  });
}
