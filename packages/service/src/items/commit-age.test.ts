import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GIT_IDENTITY, runGit } from '@the-loop/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { isCommitOlder } from './commit-age.ts';

it('a commit is older than an instant at or after it, and unknown ones are not', async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'commit-age-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const made = '2026-01-01T00:00:10Z';
  const environment = { PATH: process.env['PATH'] ?? '', ...GIT_IDENTITY, GIT_COMMITTER_DATE: made };
  await runGit(['-C', cwd, 'init', '--quiet'], environment);
  await runGit(['-C', cwd, 'commit', '--quiet', '--allow-empty', '--message', 'one'], environment);
  const commit = (await runGit(['-C', cwd, 'rev-parse', 'HEAD'], environment)).output.trim();
  const isOlder = (sha: string, than: number) =>
    isCommitOlder({ cwd, commit: sha, than, gitBinary: 'git', environment });
  expect(await isOlder(commit, Date.parse(made))).toBe(true);
  expect(await isOlder(commit, Date.parse(made) - 1)).toBe(false);
  expect(await isOlder('a'.repeat(40), Date.now())).toBe(false);
  expect(await isOlder('--help', Date.now())).toBe(false);
});
