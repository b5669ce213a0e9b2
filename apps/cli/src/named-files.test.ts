import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { namedFiles } from './named-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'named-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reads what it wrote, relative to where the person is, for that person only', async () => {
  const files = namedFiles(folder);
  await files.write('a.json', 'text');
  expect(await files.read('a.json')).toBe('text');
  expect(await files.read(path.join(folder, 'a.json'))).toBe('text');
  expect(statSync(path.join(folder, 'a.json')).mode & 0o777).toBe(0o600);
});

it('never writes over a file', async () => {
  writeFileSync(path.join(folder, 'a.json'), 'mine');
  await expect(namedFiles(folder).write('a.json', 'text')).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  expect(await namedFiles(folder).read('a.json')).toBe('mine');
});

it('says which file cannot be read or written', async () => {
  await expect(namedFiles(folder).read('gone')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  await expect(namedFiles(folder).write('gone/a', '')).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    message: 'gone/a cannot be written',
  });
});
