import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTimeOf } from '../process/process-identity.ts';
import { withRepositoryLock } from './repository-lock.ts';

let root: string;
let path: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'the-loop-lock-'));
  path = join(root, 'r.git.lock');
});

afterEach(() => rm(root, { recursive: true, force: true }));

it('lets one caller in at a time, in order, and leaves nothing behind', async () => {
  const log: string[] = [];
  const work = (name: string) =>
    withRepositoryLock(path, undefined, async () => {
      log.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} out`);
    });
  await Promise.all([work('a'), work('b'), work('c')]);
  expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  expect(await readdir(root)).toEqual([]);
});

it('goes on after a caller that failed', async () => {
  await expect(withRepositoryLock(path, undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withRepositoryLock(path, undefined, () => Promise.resolve('yes'))).toBe('yes');
});

it.each([
  ['of a process that has gone', JSON.stringify({ pid: 2 ** 22 + 1, startTime: 'x' })],
  ['of an earlier process with a pid in use', JSON.stringify({ pid: process.pid, startTime: 'earlier' })],
  ['that is no lock of ours', '[]'],
  ['that is empty', ''],
])('A16: takes over a lock %s', async (_, content) => {
  await writeFile(path, content);
  expect(await withRepositoryLock(path, undefined, () => Promise.resolve('in'))).toBe('in');
  expect(await readdir(root)).toEqual([]);
});

it('waits for another process that lives, and stops waiting when told', async () => {
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const pid = other.pid ?? 0;
  await writeFile(path, JSON.stringify({ pid, startTime: await startTimeOf(pid) }));
  const impatient = withRepositoryLock(path, AbortSignal.timeout(200), () => Promise.resolve('never'));
  await expect(impatient).rejects.toThrow();
  const patient = withRepositoryLock(path, undefined, () => Promise.resolve('in'));
  other.stdin.end();
  await once(other, 'exit');
  expect(await patient).toBe('in');
});
