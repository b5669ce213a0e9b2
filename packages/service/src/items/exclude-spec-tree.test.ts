import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runGit } from '@the-loop/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { excludeSpecTree } from './exclude-spec-tree.ts';

let cwd: string;
const environment = { PATH: process.env['PATH'] ?? '' };
beforeEach(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'exclude-'));
  await runGit(['-C', cwd, 'init', '--quiet'], environment);
});
afterEach(() => rmSync(cwd, { recursive: true }));

it('is said to git once, and nothing that stood there is lost', async () => {
  const tree = { cwd, specDir: 'docs/specs', gitBinary: 'git', environment };
  const before = readFileSync(path.join(cwd, '.git/info/exclude'), 'utf8');
  expect([await excludeSpecTree(tree), await excludeSpecTree(tree)]).toEqual([true, false]);
  expect(readFileSync(path.join(cwd, '.git/info/exclude'), 'utf8')).toBe(`${before}/docs/specs/\n`);
  const asked = await runGit(['-C', cwd, 'check-ignore', 'docs/specs/issue-1/design.md'], environment);
  expect(asked.code).toBe(0);
});

it('rejects outside of a repository', async () => {
  rmSync(path.join(cwd, '.git'), { recursive: true });
  await expect(excludeSpecTree({ cwd, specDir: 'specs', gitBinary: 'git', environment })).rejects.toThrow();
});
