import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'the-loop-durability-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Runs the accepting child, ends it with SIGKILL after `count` acknowledgements, and answers all it made. */
async function acknowledgedBeforeKill(path: string, first: number, count: number): Promise<number[]> {
  const argv = [
    '--conditions=@the-loop/source',
    '--import',
    'tsx',
    join(import.meta.dirname, 'accepting-child', 'main.ts'),
    path,
    `${first}`,
  ];
  const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  expect((await exited)[1]).toBe('SIGKILL');
  return acknowledged;
}

it('has every acknowledged delivery after its process is killed, and each once', { timeout: 60_000 }, async () => {
  const path = join(folder, 'the-loop.db');
  const acknowledged: number[] = [];
  for (const [round, count] of [1, 37, 250].entries()) {
    acknowledged.push(...(await acknowledgedBeforeKill(path, round * 1_000_000, count)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(288);
  const store = await openStore({ path, now: () => new Date() });
  const rows = await store.inbox.list({ status: 'open', limit: 10_000_000 });
  const stored = rows.map(({ guid }) => guid);
  const lost = acknowledged.filter((n) => !stored.includes(`guid-${n}`));
  expect(lost).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  for (const { id, guid, bytes } of rows.slice(-20)) {
    const body = (await store.inbox.get(id))?.body;
    expect([bytes, body]).toEqual([5000, Uint8Array.from(Buffer.alloc(5000, Number(guid.slice(5))))]);
  }
  await store.close();
});
