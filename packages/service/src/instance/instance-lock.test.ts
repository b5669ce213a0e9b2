import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessTable, readInstance, takeInstance } from './instance-lock.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'the-loop-instance-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const processes = (pid: number, running: readonly number[]): ProcessTable => ({
  self: { pid, startTime: `start-${pid}` },
  isRunning: (other, startTime) => Promise.resolve(running.includes(other) && startTime === `start-${other}`),
});

describe('the state root', () => {
  it('is held by one process, which says where it listens', async () => {
    const lock = await takeInstance(root, processes(10, [10]), '1');
    lock.publish({ pid: 10, startTime: 'start-10', url: 'http://127.0.0.1:1', version: '1' });
    await expect(takeInstance(root, processes(11, [10, 11]), '1')).rejects.toThrow(
      /process 10 at http:\/\/127\.0\.0\.1:1/,
    );
    expect(await readInstance(root, processes(11, [10]))).toMatchObject({ pid: 10, url: 'http://127.0.0.1:1' });
  });

  it('is free again after a release', async () => {
    (await takeInstance(root, processes(10, [10]), '1')).release();
    expect(await readInstance(root, processes(11, [10, 11]))).toBeNull();
    await takeInstance(root, processes(11, [10, 11]), '1');
  });

  it('is taken over from a holder that died, or whose pid belongs to another process now', async () => {
    await takeInstance(root, processes(10, [10]), '1');
    await takeInstance(root, processes(11, [11]), '1');
    const reused: ProcessTable = {
      self: { pid: 12, startTime: 'start-12' },
      isRunning: (pid, start) => Promise.resolve(pid === 11 && start === 'another start'),
    };
    await takeInstance(root, reused, '1');
    expect(await readInstance(root, processes(13, [12]))).toMatchObject({ pid: 12 });
  });

  it('is not released by a process that lost it', async () => {
    const first = await takeInstance(root, processes(10, [10]), '1');
    await takeInstance(root, processes(11, [11]), '1');
    first.release();
    expect(await readInstance(root, processes(12, [11]))).toMatchObject({ pid: 11 });
  });

  it.each(['', 'null', '{"pid":1,"startTime":"","url":""}', '{"pid":0}'])(
    'treats the lock file %j as nobody',
    async (text) => {
      writeFileSync(path.join(root, 'service.json'), text);
      expect(await readInstance(root, processes(11, [0, 1, 11]))).toBeNull();
    },
  );
});
