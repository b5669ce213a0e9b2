import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLastLines } from './read-last-lines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-logs-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function lastLines(text: string, count: number): Promise<readonly string[]> {
  const name = path.join(folder, 'service.log');
  await writeFile(name, text);
  await using file = await open(name);
  const { lines, end } = await readLastLines(file, count);
  expect(end).toBe(Buffer.byteLength(text));
  return lines;
}

it.each([
  ['', 3, []],
  ['one\n', 3, ['one']],
  ['one\ntwo\nthree\n', 2, ['two', 'three']],
  ['one\n\nthree', 2, ['', 'three']],
  ['one\n', 0, []],
])('of %j the last %i lines are %j', async (text, count, lines) => {
  expect(await lastLines(text, count)).toEqual(lines);
});

it('reads across blocks without cutting a character', async () => {
  const lines = Array.from({ length: 9000 }, (_, index) => `${index} über die Brücke`);
  expect(await lastLines(`${lines.join('\n')}\n`, 8999)).toEqual(lines.slice(1));
});
