import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  AGENT_SCRIPT_VARIABLE,
  type AgentScript,
  createRepositories,
  type GithubEmulator,
  type GithubEmulatorOptions,
  type Repositories,
  startGithubEmulator,
} from '@the-loop/testkit';
import { HOOK_PATH, type Identity, SECRET_VARIABLE, TOKEN_VARIABLE, writeOperatorConfig } from './operator-config.ts';

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
  /** What nobody but the daemon may know. */
  readonly secrets: { readonly webhook: string; readonly token: string };
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

export interface WorldOptions {
  readonly programs: Programs;
  /** What the agent does where it does not simply work. */
  readonly agentScript?: AgentScript;
  readonly identity?: Identity;
  /** How long is waited for something on GitHub; 60 s when absent. */
  readonly patienceMs?: number;
  /** More environment for the daemon. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told of each write that reached GitHub before its answer goes back. */
  readonly onWrite?: GithubEmulatorOptions['onWrite'];
  /** Told when a delivery was answered. */
  readonly onDelivery?: GithubEmulatorOptions['onDelivery'];
}

/** Sets the stage. Nothing runs yet but the emulated GitHub. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-demo-'));
  const stateRoot = path.join(folder, 'state');
  mkdirSync(stateRoot, { mode: 0o700 });
  const port = await freePort();
  const github = await emulatedGithub(options, port);
  const repositories = await createRepositories(path.join(folder, 'git'), [APP, INFRA], {});
  await repositories.pushBranch(APP, 'main', {
    files: { '.the-loop/harness-config.yaml': HARNESS_CONFIG },
    message: 'Set up the-loop',
  });
  const bin = path.join(folder, 'bin');
  placeCommand(bin, options.programs.command);
  return {
    folder,
    stateRoot,
    configFile: writeOperatorConfig(stateRoot, {
      port,
      apiBase: github.url,
      remotes: { [APP]: repositories.remote(APP), [INFRA]: repositories.remote(INFRA) },
      agent: options.programs.agent,
      agentEnvironment: placeScript(folder, options),
      identity: options.identity ?? 'separate',
    }),
    port,
    github,
    repositories,
    environment: {
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      HOME: folder,
      THE_LOOP_STATE: stateRoot,
      [SECRET_VARIABLE]: SECRET,
      [TOKEN_VARIABLE]: SERVICE_TOKEN,
      ...options.environment,
    },
    secrets: { webhook: SECRET, token: SERVICE_TOKEN },
    close: async (keep) => {
      await github.close();
      if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function emulatedGithub(options: WorldOptions, port: number): Promise<GithubEmulator> {
  const { identity, patienceMs = 60_000, onWrite, onDelivery } = options;
  const service = (identity ?? 'separate') === 'separate' ? 'the-loop[bot]' : 'alice';
  const github = await startGithubEmulator({
    users: { [SERVICE_TOKEN]: service, 'alice-token': 'alice', 'bob-token': 'bob' },
    webhooks: [{ url: `http://127.0.0.1:${port}${HOOK_PATH}`, secret: SECRET }],
    patienceMs,
    ...(onWrite === undefined ? {} : { onWrite }),
    ...(onDelivery === undefined ? {} : { onDelivery }),
  });
  for (const name of [APP, INFRA]) github.createRepository(name, { collaborators: ['alice', 'bob'] });
  return github;
}

/**
 * The agent's script beside the repositories; answers what its environment needs to find it. In a team the execution log
 * declares bob's repository: the ticket's implementation waits for his pull request, however late it is heard of.
 */
function placeScript(folder: string, { agentScript, identity = 'separate' }: WorldOptions): Record<string, string> {
  const file = path.join(folder, 'agent-script.json');
  const repos = identity === 'separate' ? [INFRA] : [];
  writeFileSync(file, JSON.stringify({ repos, ...agentScript }));
  return { [AGENT_SCRIPT_VARIABLE]: file };
}

/** A `the-loop` on PATH that runs this very installation, for the agent as for a person. */
function placeCommand(bin: string, command: readonly string[]): void {
  mkdirSync(bin, { recursive: true });
  const file = path.join(bin, 'the-loop');
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(file, 0o755);
}

/** What the demo's repositories are set up with. */
export const HARNESS_CONFIG = `ticketing:
  github:
    owner: acme
    repo: app
workflow:
  specDir: docs/specs
`;

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on loopback');
  return address.port;
}
