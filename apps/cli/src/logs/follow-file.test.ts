import { appendFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followFile } from './follow-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-follow-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('tells whole lines as they are appended, also after the file was emptied, and ends with the signal', async () => {
  const name = path.join(folder, 'service.log');
  await writeFile(name, 'old\n');
  const file = await open(name);
  const ending = new AbortController();
  const lines = followFile(file, 4, ending.signal);
  await appendFile(name, 'one\ntw');
  expect(await lines.next()).toEqual({ done: false, value: 'one' });
  await appendFile(name, 'o\n');
  expect(await lines.next()).toEqual({ done: false, value: 'two' });
  await truncate(name);
  await appendFile(name, 'new\n');
  expect(await lines.next()).toEqual({ done: false, value: 'new' });
  ending.abort();
  expect(await lines.next()).toEqual({ done: true, value: undefined });
  await file.close();
});
