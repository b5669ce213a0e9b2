import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessTable, readInstance, takeInstance } from './instance-lock.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'the-loop-instance-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const processes = (pid: number, running: readonly number[]): ProcessTable => ({
  self: { pid, startTime: `start-${pid}` },
  probe: (other, startTime) =>
    Promise.resolve(running.includes(other) && startTime === `start-${other}` ? 'running' : 'gone'),
});

let races = 0;

/** What a starter leaves that died after its claim and before it replaced the file. */
function leaveClaim(state: string): void {
  const judged = readFileSync(path.join(state, 'service.json'), 'utf8');
  const claim = createHash('sha256').update(judged).digest('hex').slice(0, 16);
  const dead = JSON.stringify({ pid: 11, startTime: 'start-11', url: '', version: '1' });
  writeFileSync(path.join(state, `service.json.after-${claim}`), dead);
}

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
      probe: (pid, start) => Promise.resolve(pid === 11 && start === 'another start' ? 'running' : 'gone'),
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

  it('is kept by a holder that cannot be asked about', async () => {
    await takeInstance(root, processes(10, [10]), '1');
    const blind: ProcessTable = { self: { pid: 11, startTime: '' }, probe: () => Promise.resolve('unknown') };
    await expect(takeInstance(root, blind, '1')).rejects.toThrow(/process 10/);
  });

  it('goes to exactly one of many starters that all found its holder gone, in whatever order they learn it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, halfTaken) => {
        const state = path.join(root, `race-${races++}`);
        await takeInstance(state, processes(10, [10]), '1');
        if (halfTaken) leaveClaim(state);
        const starters = Array.from({ length: 12 }, (_, index) => 100 + index);
        const taking = starters.map((pid) => {
          const table = processes(pid, starters);
          const probe: ProcessTable['probe'] = (other, start) => scheduler.schedule(table.probe(other, start));
          return takeInstance(state, { self: table.self, probe }, '1');
        });
        const settled = Promise.allSettled(taking);
        await scheduler.waitFor(settled);
        const won = (await settled).flatMap(({ status }, index) => (status === 'fulfilled' ? [starters[index]] : []));
        expect(won).toHaveLength(1);
        expect((await readInstance(state, processes(99, starters)))?.pid).toBe(won[0]);
        expect(readdirSync(state)).toEqual(['service.json']);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['', 'null', '{"pid":1,"startTime":"","url":""}', '{"pid":0}'])(
    'treats the lock file %j as nobody',
    async (text) => {
      writeFileSync(path.join(root, 'service.json'), text);
      expect(await readInstance(root, processes(11, [0, 1, 11]))).toBeNull();
    },
  );
});
