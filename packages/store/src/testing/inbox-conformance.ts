import { describe, expect, it } from 'vitest';
import { type OpenedStore } from './opened-store.ts';
import { aDelivery } from './samples.ts';

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const lane = 'github-octo-app-7';
const decision = { lane, logicalKey: null, decision: null };

/** What every inbox does. */
export function inboxConformance(opened: () => OpenedStore): void {
  const inbox = () => opened().store.inbox;
  /** What a worker would get now; nobody holds it afterwards. */
  const free = async (limit: number) => {
    const rows = await inbox().claim({ owner: 'a passer-by', limit, leaseMs: 1 });
    await inbox().release('a passer-by');
    return rows;
  };

  describe('inbox', () => {
    it('takes a delivery once, by host, hook and id', async () => {
      expect(await inbox().accept([aDelivery(1), aDelivery(2), aDelivery(1)])).toEqual([
        'accepted',
        'accepted',
        'duplicate',
      ]);
      expect(await inbox().accept([aDelivery(1, { hook: '2' }), aDelivery(1, { host: 'ghe.example.org' })])).toEqual([
        'accepted',
        'accepted',
      ]);
      expect(await inbox().accept([aDelivery(2, { body: new Uint8Array(9) })])).toEqual(['duplicate']);
      expect(await inbox().accept([])).toEqual([]);
      expect(ids(await free(10))).toEqual([1, 2, 3, 4]);
      expect((await inbox().find('guid-1'))?.id).toBe(4);
      expect(await inbox().find('guid-9')).toBeNull();
    });

    it('gives back what it took, byte for byte', async () => {
      const body = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      await inbox().accept([aDelivery(1, { body })]);
      const row = await inbox().get(1);
      expect(row).toEqual({
        ...aDelivery(1),
        body: row?.body,
        id: 1,
        bytes: 70_000,
        status: 'open',
        lane: null,
        logicalKey: null,
        decision: null,
        reason: '',
        attempts: 0,
        notBefore: 0,
        error: '',
        finishedAt: null,
        fence: 0,
        claimedBy: null,
        leaseUntil: 0,
      });
      expect(Buffer.compare(row?.body ?? Buffer.of(), body)).toBe(0);
      expect(row?.body).toBeInstanceOf(Uint8Array);
      expect(await inbox().body(1)).toEqual(row?.body);
      await inbox().accept([aDelivery(3, { body: new Uint8Array(0) })]);
      const bodies = new Map([
        [1, row?.body],
        [2, new Uint8Array(0)],
      ]);
      expect(await inbox().bodies([2, 9, 1])).toEqual(bodies);
      expect(await inbox().bodies([])).toEqual(new Map());
      expect(await inbox().get(9)).toBeNull();
      expect(await inbox().body(9)).toBeNull();
      expect((await free(1))[0]).not.toHaveProperty('body');
    });

    it('takes an empty body', async () => {
      await inbox().accept([aDelivery(1, { body: new Uint8Array(0) })]);
      expect((await inbox().get(1))?.body).toEqual(new Uint8Array(0));
    });

    it('counts tries, waits for the next one, and holds the lane back meanwhile', async () => {
      const { clock } = opened();
      await inbox().accept([aDelivery(1), aDelivery(2), aDelivery(3)]);
      for (const id of [1, 2]) await inbox().decided(id, decision);
      await inbox().decided(3, { ...decision, lane: 'other' });
      expect(await inbox().retry(1, { error: 'no answer', notBefore: clock.ms + 1000 })).toBe(true);
      expect(ids(await free(10))).toEqual([3]);
      clock.ms += 1000;
      expect(ids(await free(10))).toEqual([1, 2, 3]);
      expect(ids(await free(2))).toEqual([1, 2]);
      expect(await inbox().get(1)).toMatchObject({ attempts: 1, error: 'no answer', notBefore: clock.ms, lane });
      expect(ids(await inbox().earlier(lane, 2))).toEqual([1]);
      expect(ids(await inbox().earlier(lane, 1))).toEqual([]);
    });

    it('ends deliveries, and nothing moves an ended one but a person', async () => {
      const { clock } = opened();
      await inbox().accept([1, 2, 3].map((n) => aDelivery(n)));
      expect(await inbox().settle(1, { status: 'settled', reason: 'delivered' })).toBe(true);
      expect(await inbox().settle(2, { status: 'dropped', reason: 'unauthorized-actor' })).toBe(true);
      expect(await inbox().dead(3, { reason: 'too many tries' })).toBe(true);
      expect(await inbox().count()).toEqual({ open: 0, settled: 1, dropped: 1, dead: 1 });
      expect(await inbox().get(3)).toMatchObject({ status: 'dead', reason: 'too many tries', finishedAt: clock.ms });
      const refused = [
        inbox().settle(1, { status: 'dropped', reason: 'again' }),
        inbox().retry(2, { error: 'x', notBefore: 0 }),
        inbox().dead(1, { reason: 'x' }),
        inbox().decided(2, decision),
        inbox().requeue(99),
      ];
      expect(await Promise.all(refused)).toEqual([false, false, false, false, false]);
      expect(await inbox().settle(3, { status: 'dropped', reason: 'by a person' })).toBe(true);
      expect(await inbox().requeue(3, { from: 'dead' })).toBe(false);
      expect(await inbox().requeue(3, { from: 'dropped' })).toBe(true);
      expect(await inbox().requeue(3)).toBe(false);
      expect(await inbox().get(3)).toMatchObject({ status: 'open', attempts: 0, reason: '', finishedAt: null });
    });

    it('keeps the decision as JSON, and may be told again', async () => {
      await inbox().accept([aDelivery(1)]);
      const first = {
        lane,
        logicalKey: 'comment:C1:created',
        decision: { reason: 'spawn', effects: [{ kind: 'spawn' }] },
      };
      expect(await inbox().decided(1, first)).toBe(true);
      expect(await inbox().decided(1, { ...first, decision: { reason: 'paused', effects: [] } })).toBe(true);
      expect(await inbox().get(1)).toMatchObject({
        lane,
        logicalKey: 'comment:C1:created',
        decision: { reason: 'paused', effects: [] },
      });
      await inbox().settle(1, { status: 'dropped', reason: 'paused' });
      await inbox().requeue(1);
      expect(await inbox().get(1)).toMatchObject({ lane, logicalKey: 'comment:C1:created', decision: null });
      await expect(inbox().decided(1, { ...first, decision: 1n })).rejects.toMatchObject({ code: 'STORE_NOT_JSON' });
    });

    it('recognizes the same bytes and the same comment in a lane, and nowhere else', async () => {
      await inbox().accept([1, 2, 3, 4].map((n) => aDelivery(n, { bodyDigest: n === 2 ? 'digest-1' : `digest-${n}` })));
      const logicalKey = 'comment:C1:created';
      for (const id of [1, 2, 3]) await inbox().decided(id, { ...decision, logicalKey });
      const ask = (over: object = {}) =>
        inbox().seen({ lane, logicalKey, bodyDigest: 'digest-1', excluding: 2, ...over });
      expect(await ask()).toBe('body');
      expect(await ask({ bodyDigest: 'digest-3', excluding: 3 })).toBe('logical');
      expect(await ask({ bodyDigest: 'digest-3', excluding: 3, logicalKey: null })).toBeNull();
      expect(await ask({ excluding: 1 })).toBeNull();
      expect(await ask({ lane: 'other' })).toBeNull();
      await inbox().dead(1, { reason: 'x' });
      expect(await ask()).toBeNull();
      await inbox().settle(1, { status: 'dropped', reason: 'x' });
      expect(await ask()).toBeNull();
      await inbox().requeue(1);
      await inbox().settle(2, { status: 'settled', reason: 'x' });
      expect(await ask({ excluding: 1 })).toBe('body');
    });

    it('claims for one worker at a time, and refuses the writes of one whose lease ran out', async () => {
      const { clock } = opened();
      await inbox().accept([1, 2, 3].map((n) => aDelivery(n)));
      await inbox().decided(2, decision);
      await inbox().decided(3, decision);
      const mine = await inbox().claim({ owner: 'a', limit: 2, leaseMs: 1000 });
      expect(mine.map(({ id, fence, claimedBy, leaseUntil }) => [id, fence, claimedBy, leaseUntil])).toEqual([
        [1, 1, 'a', clock.ms + 1000],
        [2, 1, 'a', clock.ms + 1000],
      ]);
      expect(await inbox().claim({ owner: 'b', limit: 9, leaseMs: 1000 })).toEqual([]);
      expect(await free(9)).toEqual([]);
      clock.ms += 500;
      await inbox().settle(2, { status: 'settled', reason: 'early' });
      expect(await inbox().renew({ owner: 'a', leaseMs: 1000 })).toEqual([1]);
      await inbox().requeue(2);
      clock.ms += 500;
      expect(await inbox().renew({ owner: 'b', leaseMs: 1000 })).toEqual([]);
      const theirs = await inbox().claim({ owner: 'b', limit: 9, leaseMs: 1000 });
      expect(theirs.map(({ id, fence }) => [id, fence])).toEqual([
        [2, 2],
        [3, 1],
      ]);
      expect(await inbox().settle(2, { status: 'settled', reason: 'late', fence: 1 })).toBe(false);
      expect(await inbox().decided(2, { ...decision, fence: 1 })).toBe(false);
      expect(await inbox().retry(2, { error: 'x', notBefore: 0, fence: 1 })).toBe(false);
      expect(await inbox().dead(2, { reason: 'x', fence: 1 })).toBe(false);
      expect(await inbox().settle(2, { status: 'settled', reason: 'done', fence: 2 })).toBe(true);
      expect(await inbox().retry(1, { error: 'x', notBefore: 0, fence: 1 })).toBe(true);
      expect(await inbox().get(1)).toMatchObject({ claimedBy: null, leaseUntil: 0, fence: 1 });
    });

    it('keeps the claim on a row that waits for its next try, until it is given back', async () => {
      const { clock } = opened();
      await inbox().accept([1, 2].map((n) => aDelivery(n)));
      await inbox().claim({ owner: 'a', limit: 1, leaseMs: 1000 });
      const failed = { error: 'x', notBefore: clock.ms + 5000, fence: 1, keepClaim: true };
      expect(await inbox().retry(1, failed)).toBe(true);
      expect(await inbox().retry(1, { ...failed, counts: false })).toBe(true);
      expect(await inbox().get(1)).toMatchObject({ claimedBy: 'a', attempts: 1 });
      expect(await inbox().claim({ owner: 'b', limit: 9, leaseMs: 1000, waiting: true })).toEqual([]);
      clock.ms += 2000;
      expect(await inbox().claim({ owner: 'a', limit: 9, leaseMs: 1000, waiting: true })).toEqual([]);
      expect(await inbox().release('b')).toBe(0);
      expect(await inbox().release('a')).toBe(1);
      expect(ids(await inbox().claim({ owner: 'b', limit: 9, leaseMs: 1000, waiting: true }))).toEqual([1]);
      expect(ids(await inbox().claim({ owner: 'b', limit: 9, leaseMs: 1000 }))).toEqual([2]);
      expect(await inbox().release()).toBe(2);
      expect(await inbox().get(2)).toMatchObject({ claimedBy: null, leaseUntil: 0, fence: 1 });
    });

    it('lists newest first, by status, lane and event', async () => {
      await inbox().accept([aDelivery(1), aDelivery(2, { event: 'issues' }), aDelivery(3), aDelivery(4)]);
      await inbox().decided(3, decision);
      await inbox().settle(4, { status: 'settled', reason: 'x' });
      expect(ids(await inbox().list({ limit: 10 }))).toEqual([4, 3, 2, 1]);
      expect(ids(await inbox().list({ limit: 2, before: 4 }))).toEqual([3, 2]);
      expect(ids(await inbox().list({ limit: 10, status: 'open' }))).toEqual([3, 2, 1]);
      expect(ids(await inbox().list({ limit: 10, lane }))).toEqual([3]);
      expect(ids(await inbox().list({ limit: 10, event: 'issues' }))).toEqual([2]);
    });
  });
}
