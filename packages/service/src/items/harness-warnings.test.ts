import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadHarnessConfig } from '@the-loop/config';
import { createRecorder } from '@the-loop/events';
import { createFileItemStore } from '@the-loop/graph-runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTellHarness, withHarnessWarnings } from './harness-warnings.ts';

let repo: string;
beforeEach(async () => {
  repo = await mkdtemp(path.join(tmpdir(), 'harness-warnings-'));
  await mkdir(path.join(repo, '.the-loop'));
});
afterEach(() => rm(repo, { recursive: true, force: true }));

async function problemsOf(text: string) {
  await writeFile(path.join(repo, '.the-loop', 'harness-config.yaml'), text);
  return (await loadHarnessConfig(repo)).warnings;
}

const UNKNOWN = 'workflow:\n  spec_dir: specs\n';

it('every answer about a loop names the unknown key and the nearest known one', async () => {
  const files = createFileItemStore({ repoRoot: repo, specDir: 'docs/specs', originRepo: 'acme/app' });
  const store = withHarnessWarnings(files, await problemsOf(UNKNOWN));
  expect((await store.load({ id: 'issue-7' })).warnings).toEqual([
    '.the-loop/harness-config.yaml:2:3: workflow.spec_dir: unknown key; did you mean "specDir"?',
  ]);
});

it('verbs go on as without the warning, over the items of a checkout', async () => {
  const files = createFileItemStore({ repoRoot: repo, specDir: 'docs/specs', originRepo: 'acme/app' });
  const store = withHarnessWarnings(files, await problemsOf(UNKNOWN));
  expect(await store.list()).toEqual([]);
  expect(store.directory('issue-7')).toBe('docs/specs/issue-7');
  expect(await store.files('issue-7').read('design.md')).toBeNull();
});

it('a service tells it once for as long as the same is wrong', async () => {
  const recorder = createRecorder();
  const tell = createTellHarness(recorder.emit);
  for (const text of [UNKNOWN, UNKNOWN, '', UNKNOWN, 'mood: glad\n']) tell(repo, await problemsOf(text));
  expect(recorder.of('config.problem').map(({ level, problem, line }) => [level, line, problem.split(';')[0]])).toEqual(
    [
      ['warning', 2, 'workflow.spec_dir: unknown key'],
      ['warning', 2, 'workflow.spec_dir: unknown key'],
      ['warning', 1, 'mood: unknown key'],
    ],
  );
});
