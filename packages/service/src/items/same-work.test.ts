import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GIT_IDENTITY, runGit } from '@the-loop/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSameWork } from './same-work.ts';

const environment = { PATH: process.env['PATH'] ?? '', ...GIT_IDENTITY };
let cwd: string;
const commits: Record<string, string> = {};

async function commit(name: string, file: string): Promise<void> {
  mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
  writeFileSync(path.join(cwd, file), name);
  await runGit(['-C', cwd, 'add', '--all'], environment);
  await runGit(['-C', cwd, 'commit', '--quiet', '--message', name], environment);
  commits[name] = (await runGit(['-C', cwd, 'rev-parse', 'HEAD'], environment)).output.trim();
}

beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'same-work-'));
  await runGit(['-C', cwd, 'init', '--quiet'], environment);
  await commit('code', 'src/a.ts');
  await commit('state', 'docs/specs/issue-1/graph-state.json');
  await commit('other item', 'docs/specs/issue-12/design.md');
  await commit('more code', 'src/a.ts');
});
afterAll(() => rmSync(cwd, { recursive: true }));

it.each([
  ['code', 'state', true],
  ['code', 'other item', false],
  ['state', 'more code', false],
  ['code', 'nowhere', false],
])('what was reviewed at "%s" is the work at "%s": %s', async (reviewed, head, same) => {
  const question = { cwd, directory: 'docs/specs/issue-1', gitBinary: 'git', environment };
  const at = (name: string) => commits[name] ?? 'f'.repeat(40);
  expect(await isSameWork({ ...question, reviewed: at(reviewed), head: at(head) })).toBe(same);
});

it('asks git about commits only', async () => {
  const question = { cwd, directory: 'docs', gitBinary: 'git', environment, head: commits['code'] ?? '' };
  expect(await isSameWork({ ...question, reviewed: '--output=/tmp/x' })).toBe(false);
});
