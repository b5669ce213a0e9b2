import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRepositories, type GithubEmulator, type Repositories, startGithubEmulator } from '@the-loop/testkit';

/** The stage of the demo: an emulated GitHub, two bare repositories, an operator's folder. Nothing outside loopback. */
export interface World {
  /** Temporary folder that holds everything. */
  readonly folder: string;
  readonly stateRoot: string;
  readonly configFile: string;
  readonly port: number;
  readonly github: GithubEmulator;
  readonly repositories: Repositories;
  /** What the daemon is started with, on top of a bare environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops the emulator and, unless kept, removes the folder. */
  close(keep: boolean): Promise<void>;
}

/** Where the programs of this installation are. */
export interface Programs {
  /** argv that runs `the-loop`. */
  readonly command: readonly string[];
  /** argv that runs the scripted agent. */
  readonly agent: readonly string[];
}

export const APP = 'acme/app';
export const INFRA = 'acme/infra';

const SECRET = 'demo-webhook-secret';
const SERVICE_TOKEN = 'demo-service-token';
const HOOK_PATH = '/gh-webhook';

export interface WorldOptions {
  readonly programs: Programs;
  /** More environment for the agent: scripts that make it slow or make it fail. */
  readonly agentEnvironment?: Readonly<Record<string, string>>;
}

export async function createWorld(options: WorldOptions): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-demo-'));
  const stateRoot = path.join(folder, 'state');
  mkdirSync(stateRoot, { mode: 0o700 });
  const port = await freePort();
  const github = await startGithubEmulator({
    users: { [SERVICE_TOKEN]: 'the-loop[bot]', 'alice-token': 'alice', 'bob-token': 'bob' },
    webhooks: [{ url: `http://127.0.0.1:${port}${HOOK_PATH}`, secret: SECRET }],
  });
  for (const name of [APP, INFRA]) github.createRepository(name, { collaborators: ['alice', 'bob'] });
  const repositories = await createRepositories(path.join(folder, 'git'), [APP, INFRA], {});
  await repositories.pushBranch(APP, 'main', {
    files: { '.the-loop/harness-config.yaml': harnessConfig() },
    message: 'Set up the-loop',
  });
  const configFile = path.join(stateRoot, 'config.yaml');
  const bin = path.join(folder, 'bin');
  writeFileSync(
    configFile,
    operatorConfig({
      port,
      github,
      repositories,
      agent: options.programs.agent,
      agentEnvironment: options.agentEnvironment ?? {},
    }),
    { mode: 0o600 },
  );
  placeCommand(bin, options.programs.command);
  return {
    folder,
    stateRoot,
    configFile,
    port,
    github,
    repositories,
    environment: {
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      HOME: folder,
      THE_LOOP_STATE: stateRoot,
      THE_LOOP_WEBHOOK_SECRET: SECRET,
      THE_LOOP_GITHUB_TOKEN: SERVICE_TOKEN,
    },
    close: async (keep) => {
      await github.close();
      if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** A `the-loop` on PATH that runs this very installation, for the agent as for a person. */
function placeCommand(bin: string, command: readonly string[]): void {
  mkdirSync(bin, { recursive: true });
  const file = path.join(bin, 'the-loop');
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(file, 0o755);
}

function harnessConfig(): string {
  return ['ticketing:', '  github:', '    owner: acme', '    repo: app', 'workflow:', '  specDir: docs/specs', ''].join(
    '\n',
  );
}

interface ConfigParts {
  readonly port: number;
  readonly github: GithubEmulator;
  readonly repositories: Repositories;
  readonly agent: readonly string[];
  readonly agentEnvironment: Readonly<Record<string, string>>;
}

/** JSON is YAML: values need no quoting rules of our own. */
function operatorConfig({ port, github, repositories, agent, agentEnvironment }: ConfigParts): string {
  return `${JSON.stringify(
    {
      service: { host: '127.0.0.1', port },
      webhooks: { path: HOOK_PATH, secretEnv: 'THE_LOOP_WEBHOOK_SECRET' },
      routing: { authorizedUsers: ['alice', 'bob'] },
      workspace: { remotes: { [APP]: repositories.remote(APP), [INFRA]: repositories.remote(INFRA) } },
      sessions: {
        agent: 'scripted',
        agents: { scripted: { command: agent, stdin: 'prompt', env: agentEnvironment, timeoutMinutes: 2 } },
      },
      integrations: {
        github: {
          hosts: { 'github.com': { apiBase: github.url, tokenEnv: ['THE_LOOP_GITHUB_TOKEN'], transport: 'api' } },
        },
      },
    },
    null,
    2,
  )}\n`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on loopback');
  return address.port;
}
