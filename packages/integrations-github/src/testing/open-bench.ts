import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGithubEmulator } from '@the-loop/testkit';
import { createGithub } from '../create-github.ts';
import { type GithubHostOptions } from '../host/host-options.ts';
import { type Bench } from './operations-suite.ts';

const TOKEN = 'token-of-octo-bot';

interface BenchOptions {
  readonly timeoutMs?: number;
  readonly host?: GithubHostOptions;
}

async function emulate(socketPath?: string) {
  const emulator = await startGithubEmulator({
    users: { [TOKEN]: 'octo-bot' },
    ...(socketPath === undefined ? {} : { socketPath }),
  });
  emulator.createRepository('octo/app');
  emulator.createIssue({ as: 'alice', repo: 'octo/app', title: 'A ticket', labels: ['bug'] });
  return emulator;
}

/** Operations that reach the emulator over HTTP. */
export async function openApiBench({ timeoutMs = 30_000, host = {} }: BenchOptions = {}): Promise<Bench> {
  const emulator = await emulate();
  const hosts = { 'github.com': { apiBase: emulator.url, transport: 'api', ...host } };
  return {
    emulator,
    github: createGithub({ hosts, env: { GH_TOKEN: TOKEN }, timeoutMs }),
    close: () => emulator.close(),
  };
}

/** Operations that reach the emulator through the real `gh`, over a unix socket that `gh` takes for api.github.com. */
export async function openGhBench({ timeoutMs = 30_000 }: BenchOptions = {}): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'gh-'));
  const socketPath = join(folder, 'gh.sock');
  const emulator = await emulate(socketPath);
  await writeFile(join(folder, 'config.yml'), `http_unix_socket: ${socketPath}\n`);
  const env = { PATH: process.env['PATH'], HOME: folder, GH_CONFIG_DIR: folder, GH_TOKEN: TOKEN };
  const hosts = { 'github.com': { transport: 'gh', pacing: 'none' } as const };
  const close = async () => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { emulator, github: createGithub({ hosts, env, timeoutMs }), close };
}
