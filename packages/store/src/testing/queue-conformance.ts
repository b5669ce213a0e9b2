import { describe, expect, it } from 'vitest';
import { type OpenedStore } from './opened-store.ts';
import { aTurn, aWrite } from './samples.ts';

const keys = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);

/** What every outbox does. */
export function outboxConformance(opened: () => OpenedStore): void {
  const outbox = () => opened().store.outbox;

  describe('outbox', () => {
    it('takes a write once, by its key', async () => {
      expect(await outbox().put([aWrite(1), aWrite(2), aWrite(1)])).toEqual(['stored', 'stored', 'duplicate']);
      expect(await outbox().put([aWrite(2, { payload: 'other' })])).toEqual(['duplicate']);
      expect(await outbox().get('op-2')).toEqual({
        ...aWrite(2),
        id: 2,
        status: 'waiting',
        attempts: 0,
        notBefore: 0,
        error: '',
        result: null,
        finishedAt: null,
      });
      expect(await outbox().get('op-3')).toBeNull();
    });

    it('begins, fails, waits, begins again and ends', async () => {
      const { clock } = opened();
      await outbox().put([aWrite(1)]);
      expect(await outbox().begin('op-1')).toMatchObject({
        status: 'in-flight',
        attempts: 1,
        payload: { body: 'text 1' },
      });
      expect(await outbox().begin('op-1')).toBeNull();
      expect(keys(await outbox().inFlight())).toEqual(['op-1']);
      expect(await outbox().retry('op-1', { error: 'limit', notBefore: clock.ms + 60 })).toBe(true);
      expect(await outbox().due(clock.ms + 59, 10)).toEqual([]);
      expect(keys(await outbox().due(clock.ms + 60, 10))).toEqual(['op-1']);
      expect(await outbox().done('op-1', {})).toBe(false);
      await outbox().begin('op-1');
      expect(await outbox().done('op-1', { id: '9' })).toBe(true);
      expect(await outbox().get('op-1')).toMatchObject({
        status: 'done',
        attempts: 2,
        result: { id: '9' },
        error: '',
        finishedAt: clock.ms,
      });
      const refused = [
        outbox().retry('op-1', { error: 'x', notBefore: 0 }),
        outbox().dead('op-1', 'x'),
        outbox().requeue('op-1'),
        outbox().requeue('op-9'),
      ];
      expect(await Promise.all(refused)).toEqual([false, false, false, false]);
      expect(await outbox().begin('op-1')).toBeNull();
    });

    it('writes a lane in its order, one at a time, and other lanes beside it', async () => {
      await outbox().put([aWrite(1), aWrite(2), aWrite(3, { lane: 'other' })]);
      expect(keys(await outbox().due(0, 10))).toEqual(['op-1', 'op-3']);
      expect(keys(await outbox().due(0, 1))).toEqual(['op-1']);
      await outbox().begin('op-1');
      expect(keys(await outbox().due(0, 10))).toEqual(['op-3']);
      await outbox().retry('op-1', { error: 'x', notBefore: 50 });
      expect(keys(await outbox().due(0, 10))).toEqual(['op-3']);
      expect(await outbox().requeue('op-1')).toBe(true);
      expect(await outbox().get('op-1')).toMatchObject({ status: 'waiting', attempts: 1, notBefore: 0, error: 'x' });
      expect(keys(await outbox().due(0, 10))).toEqual(['op-1', 'op-3']);
      expect(await outbox().dead('op-1', 'given up')).toBe(true);
      expect(keys(await outbox().due(0, 10))).toEqual(['op-2', 'op-3']);
      await outbox().begin('op-2');
      expect(await outbox().requeue('op-1')).toBe(true);
      expect(await outbox().get('op-1')).toMatchObject({
        status: 'waiting',
        attempts: 0,
        notBefore: 0,
        finishedAt: null,
      });
      expect(keys(await outbox().due(0, 10))).toEqual(['op-3']);
      expect(await outbox().requeue('op-1')).toBe(true);
      expect(await outbox().requeue('op-2')).toBe(true);
      expect(await outbox().get('op-2')).toMatchObject({ status: 'waiting', attempts: 1 });
      expect(await outbox().count()).toEqual({ waiting: 3, 'in-flight': 0, done: 0, dead: 0 });
    });

    it('lists newest first', async () => {
      await outbox().put([aWrite(1), aWrite(2, { lane: 'b' }), aWrite(3, { host: 'ghe.example.org' })]);
      await outbox().begin('op-1');
      expect(keys(await outbox().list({ limit: 10 }))).toEqual(['op-3', 'op-2', 'op-1']);
      expect(keys(await outbox().list({ limit: 1, before: 3 }))).toEqual(['op-2']);
      expect(keys(await outbox().list({ limit: 9, status: 'in-flight' }))).toEqual(['op-1']);
      expect(keys(await outbox().list({ limit: 9, lane: 'b' }))).toEqual(['op-2']);
      expect(keys(await outbox().list({ limit: 9, host: 'ghe.example.org' }))).toEqual(['op-3']);
    });

    it('refuses what is no JSON, and stores none of the batch', async () => {
      const cyclic: Record<string, unknown> = {};
      cyclic['self'] = cyclic;
      for (const payload of [undefined, () => 1, cyclic, 1n]) {
        await expect(outbox().put([aWrite(1), aWrite(2, { payload })])).rejects.toMatchObject({
          code: 'STORE_NOT_JSON',
        });
      }
      expect(await outbox().list({ limit: 9 })).toEqual([]);
    });
  });
}

/** What all turns do. */
export function turnsConformance(opened: () => OpenedStore): void {
  const turns = () => opened().store.turns;
  const run = { pid: 7, startTime: '123', attempt: 1 };

  describe('turns', () => {
    it('takes a turn once, and gives a conversation one at a time, in order', async () => {
      const { clock } = opened();
      expect(await turns().put([aTurn(1), aTurn(2), aTurn(1)])).toEqual(['stored', 'stored', 'duplicate']);
      expect((await turns().next('main'))?.key).toBe('turn-1');
      expect(await turns().begin('turn-1', run)).toBe(true);
      expect(await turns().next('main')).toBeNull();
      expect(await turns().begin('turn-2', run)).toBe(false);
      expect(keys(await turns().running())).toEqual(['turn-1']);
      expect(await turns().get('turn-1')).toEqual({
        ...aTurn(1),
        id: 1,
        status: 'running',
        attempts: 1,
        pid: 7,
        startTime: '123',
        startedAt: clock.ms,
        finishedAt: null,
        outcome: '',
        exitCode: null,
        note: '',
      });
      expect(await turns().finish('turn-1', { status: 'exited', exitCode: 0, note: 'fine' })).toBe(true);
      expect(await turns().finish('turn-1', { status: 'lost', exitCode: null, note: '' })).toBe(false);
      expect(await turns().begin('turn-1', run)).toBe(false);
      expect(await turns().get('turn-1')).toMatchObject({
        status: 'finished',
        outcome: 'exited',
        exitCode: 0,
        note: 'fine',
        finishedAt: clock.ms,
      });
      expect((await turns().next('main'))?.key).toBe('turn-2');
    });

    it('notes the process once it is known', async () => {
      await turns().put([aTurn(1)]);
      expect(await turns().begin('turn-1', { pid: null, startTime: null, attempt: 1 })).toBe(true);
      expect(await turns().begin('turn-1', { pid: 8, startTime: '9', attempt: 1 })).toBe(true);
      expect(await turns().get('turn-1')).toMatchObject({ pid: 8, startTime: '9', attempts: 1 });
      expect(await turns().begin('turn-9', run)).toBe(false);
    });

    it('begins a turn only where it was found', async () => {
      await turns().put([aTurn(1)]);
      const { endpoint, lane } = aTurn(1);
      expect(await turns().begin('turn-1', { ...run, of: { endpoint, lane: 'other' } })).toBe(false);
      expect(await turns().begin('turn-1', { ...run, of: { endpoint: 'other', lane } })).toBe(false);
      expect(await turns().running()).toEqual([]);
      expect(await turns().begin('turn-1', { ...run, of: { endpoint, lane } })).toBe(true);
    });

    it('lets a turn wait again, in its old place', async () => {
      await turns().put([aTurn(1), aTurn(2)]);
      expect(await turns().requeue('turn-1')).toBe(false);
      await turns().begin('turn-1', run);
      expect(await turns().requeue('turn-1')).toBe(true);
      expect(await turns().next('main')).toMatchObject({
        key: 'turn-1',
        status: 'waiting',
        attempts: 1,
        pid: null,
        startTime: null,
      });
      await turns().finish('turn-1', { status: 'cancelled', exitCode: null, note: '' });
      expect((await turns().next('main'))?.key).toBe('turn-2');
      expect(await turns().requeue('turn-1')).toBe(true);
      expect(await turns().next('main')).toMatchObject({ key: 'turn-1', outcome: '' });
    });

    it('says which conversations have something to do', async () => {
      await turns().put([
        aTurn(1),
        aTurn(2, { endpoint: 'b' }),
        aTurn(3, { endpoint: 'a' }),
        aTurn(4, { endpoint: 'a' }),
      ]);
      expect(await turns().ready()).toEqual(['a', 'b', 'main']);
      await turns().begin('turn-3', run);
      await turns().finish('turn-2', { status: 'exited', exitCode: 1, note: '' });
      expect(await turns().ready()).toEqual(['main']);
      expect(await turns().count()).toEqual({ waiting: 2, running: 1, finished: 1 });
      expect(keys(await turns().list({ limit: 9, endpoint: 'a' }))).toEqual(['turn-4', 'turn-3']);
      expect(keys(await turns().list({ limit: 9, status: 'finished' }))).toEqual(['turn-2']);
      expect(keys(await turns().list({ limit: 1, lane: 'lane', before: 4 }))).toEqual(['turn-3']);
    });

    it('keeps any text of a prompt', async () => {
      const prompt = 'ünï — 😀\u0000\r\n"\'; DROP TABLE turns; --';
      await turns().put([aTurn(1, { prompt })]);
      expect((await turns().get('turn-1'))?.prompt).toBe(prompt);
    });
  });
}
