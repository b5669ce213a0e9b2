import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGithub } from '../create-github.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gh-fetch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([
  [4, 'GITHUB_UNAUTHENTICATED', expect.stringMatching(/gh auth login/)],
  [1, 'GITHUB_NETWORK', undefined],
])('a gh that ends with %i and no answer is %s', async (code, expected, remedy) => {
  const binary = join(folder, 'gh');
  await writeFile(binary, `#!/bin/sh\nexit ${code}\n`);
  await chmod(binary, 0o755);
  const hosts = { 'github.com': { transport: 'gh', binary, pacing: 'none' } } as const;
  const asked = createGithub({ hosts, env: { PATH: '/bin:/usr/bin' } }).whoami('github.com');
  await expect(asked).rejects.toMatchObject({ code: expected, remedy });
});
