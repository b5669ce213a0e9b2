import { describe, expect, it } from 'vitest';
import { type Renaming } from '../ports/renaming.ts';
import { type OpenedStore } from './opened-store.ts';
import { aDelivery, aTurn, aWrite } from './samples.ts';

/** `old` becomes `new`, in keys and in texts that are exactly that. */
const renaming: Renaming = {
  names: ['old'],
  key: (key) => key.replace(/^old(?=[/:]|$)/, 'new'),
  mention: 'github:old',
  value: ({ kind, value }) => (kind === 'session' ? { ref: 'github:new' } : value),
  write: ({ key, payload }) => ({ payload, source: { markedAs: key } }),
  trail: { kind: 'moved', key: 'old', value: 'new' },
};

/** What every store does when keys become others. */
export function renameConformance(opened: () => OpenedStore): void {
  const store = () => opened().store;
  const put = (kind: string, key: string, value: unknown) =>
    store().records.put(kind, key, { value, expectedRevision: null });

  describe('renaming', () => {
    it('takes every record of the key along, and what speaks of it, and leaves the rest', async () => {
      await put('session', 'old', { ref: 'github:OLD' });
      await put('session', 'other', { ref: 'github:old' });
      await put('ledger', 'old/issue-1', 1);
      await put('ledger', 'older', 2);
      expect(await store().rename(renaming)).toBe('renamed');
      expect(await store().records.list('session')).toMatchObject([
        { key: 'new', value: { ref: 'github:new' } },
        { key: 'other', value: { ref: 'github:new' } },
      ]);
      expect((await store().records.list('ledger')).map(({ key }) => key)).toEqual(['new/issue-1', 'older']);
      expect(await store().records.list('moved')).toMatchObject([{ key: 'old', value: 'new' }]);
    });

    it('takes deliveries, turns and writes along; what is done keeps what it said', async () => {
      const { inbox, turns, outbox } = store();
      await inbox.accept([aDelivery(1), aDelivery(2)]);
      await inbox.decided(1, { lane: 'old', logicalKey: null, decision: null });
      await inbox.decided(2, { lane: 'other', logicalKey: null, decision: null });
      await turns.put([aTurn(1, { key: 'old:a', endpoint: 'old', lane: 'old' }), aTurn(2, { lane: 'old' })]);
      await outbox.put([aWrite(1, { lane: 'old', key: 'old:a' }), aWrite(2, { lane: 'old' })]);
      await outbox.begin('old:a');
      await outbox.done('old:a', null);
      expect(await store().rename(renaming)).toBe('renamed');
      expect((await inbox.list({ limit: 9 })).map(({ lane }) => lane)).toEqual(['other', 'new']);
      expect(await turns.list({ lane: 'new', limit: 9 })).toMatchObject([
        { key: 'turn-2', endpoint: 'main' },
        { key: 'new:a', endpoint: 'new' },
      ]);
      expect(await outbox.list({ lane: 'new', limit: 9 })).toMatchObject([
        { key: 'op-2', source: { markedAs: 'op-2' } },
        { key: 'new:a', source: { item: 'issue-7' } },
      ]);
    });

    it('changes nothing while a turn runs, or a write is on its way', async () => {
      const { turns, outbox, records } = store();
      await put('session', 'old', {});
      await turns.put([aTurn(1, { endpoint: 'old', lane: 'elsewhere' })]);
      await turns.begin('turn-1', { pid: null, startTime: null, attempt: 1 });
      expect(await store().rename(renaming)).toBe('busy');
      await turns.finish('turn-1', { status: 'done', exitCode: 0, note: '' });
      await outbox.put([aWrite(1, { lane: 'old' })]);
      await outbox.begin('op-1');
      expect(await store().rename(renaming)).toBe('busy');
      expect(await records.get('session', 'old')).not.toBeNull();
      await outbox.done('op-1', null);
      expect(await store().rename(renaming)).toBe('renamed');
    });

    it('lets what has the new key stand, asked twice too', async () => {
      await put('session', 'old', {});
      await put('control', 'old', 'before');
      await put('control', 'new', 'after');
      await store().rename(renaming);
      expect(await store().rename(renaming)).toBe('renamed');
      expect(await store().records.get('session', 'new')).not.toBeNull();
      expect(await store().records.list('control')).toMatchObject([{ key: 'new', value: 'after' }]);
    });

    it('changes nothing where both names have what there can only be one of', async () => {
      await put('session', 'old', { ref: 'github:old' });
      await put('session', 'new', { ref: 'github:new' });
      await put('ledger', 'old/issue-1', 1);
      expect(await store().rename({ ...renaming, single: 'session' })).toBe('taken');
      expect((await store().records.list('session')).map(({ key }) => key)).toEqual(['new', 'old']);
      expect((await store().records.list('ledger')).map(({ key }) => key)).toEqual(['old/issue-1']);
      expect(await store().records.list('moved')).toEqual([]);
      const session = await store().records.get('session', 'new');
      await store().records.remove('session', 'new', session?.revision ?? 0);
      expect(await store().rename({ ...renaming, single: 'session' })).toBe('renamed');
    });

    it('asks about no other key of a kind that stands apart', async () => {
      await put('ledger', 'old/issue-1', 'github:old');
      await put('ledger', 'other/issue-1', 'github:old');
      await put('session', 'other', 'github:old');
      const asked: string[] = [];
      const value: Renaming['value'] = (record) => {
        asked.push(`${record.kind} ${record.key}`);
        return record.value;
      };
      await store().rename({ ...renaming, apart: ['ledger'], value });
      expect(asked.toSorted()).toEqual(['ledger old/issue-1', 'session other']);
    });

    it('leaves no way that leads in a circle when it goes back', async () => {
      const back: Renaming = {
        ...renaming,
        names: ['new'],
        key: (key) => (key === 'new' ? 'old' : key),
        trail: { kind: 'moved', key: 'new', value: 'old' },
      };
      await store().rename(renaming);
      await store().rename(back);
      expect(await store().records.list('moved')).toMatchObject([{ key: 'new', value: 'old' }]);
    });
  });
}
