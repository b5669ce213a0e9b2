import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEventFeed, type EventFeed } from '../../apps/cli/src/demo/event-feed.ts';
import { APP, freePort, HARNESS_CONFIG, INFRA } from '../../apps/cli/src/demo/world.ts';
import { parseOperatorConfig } from '../../packages/config/src/index.ts';
import { createTheLoop, operatorToken } from '../../packages/service/src/index.ts';
import {
  AGENT_SCRIPT_VARIABLE,
  createRepositories,
  type GithubEmulator,
  type Repositories,
  startGithubEmulator,
} from '../../packages/testkit/src/index.ts';
import { builtPrograms } from './built-programs.ts';
import { type Losses, type LossyHook, openLossyHook } from './lossy-hook.ts';
import { PATIENCE_MS } from './open-stage.ts';

/** How a service hears of what happens. */
export interface Hearing {
  /** Null: no webhook at all. */
  readonly webhooks: Losses | null;
  readonly polling: boolean;
  /** GitHub does not say in time who the service is there. */
  readonly isSlowAtFirst?: boolean;
}

/** The real service in this process, over an emulated GitHub and repositories on disk. */
export interface TwoSources {
  readonly github: GithubEmulator;
  readonly repositories: Repositories;
  readonly feed: EventFeed;
  readonly hook: LossyHook | null;
  /** Resolves when an event with these fields was seen for the `times`th time. */
  heard(wanted: Readonly<Record<string, unknown>>, times?: number): Promise<void>;
  /** Every `graph-state.json` of the checkouts, by its place in the work item's directory. */
  states(): Readonly<Record<string, StateFile>>;
  close(): Promise<void>;
}

export interface StateFile {
  readonly facts: readonly {
    readonly kind: string;
    readonly node?: string;
    readonly by?: { readonly login: string };
  }[];
}

const SECRET = 'convergence-secret';
const TOKEN = 'convergence-token';

export async function openTwoSources(hearing: Hearing): Promise<TwoSources> {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-convergence-'));
  const stateRoot = path.join(folder, 'state');
  mkdirSync(stateRoot, { mode: 0o700 });
  const port = await freePort();
  const hook =
    hearing.webhooks === null ? null : await openLossyHook(`http://127.0.0.1:${port}/gh-webhook`, hearing.webhooks);
  const github = await startGithubEmulator({
    users: { [TOKEN]: 'the-loop[bot]' },
    patienceMs: PATIENCE_MS,
    webhooks: hook === null ? [] : [{ url: hook.url, secret: SECRET }],
  });
  if (hearing.isSlowAtFirst) github.fail({ match: { path: '/user' }, behaviour: { kind: 'delay', ms: 5000 } });
  for (const name of [APP, INFRA]) github.createRepository(name, { collaborators: ['alice', 'bob'] });
  const repositories = await createRepositories(path.join(folder, 'git'), [APP, INFRA], {});
  await repositories.pushBranch(APP, 'main', {
    files: { '.the-loop/harness-config.yaml': HARNESS_CONFIG },
    message: 'Set up the-loop',
  });
  const { command, agent } = builtPrograms();
  const theLoop = await createTheLoop({
    config: await operatorConfig({
      port,
      github,
      repositories,
      agent,
      hearing,
      hook,
      root: path.join(folder, 'workspaces'),
    }),
    stateRoot,
    environment: { ...process.env, HOME: folder, THE_LOOP_WEBHOOK_SECRET: SECRET, THE_LOOP_GITHUB_TOKEN: TOKEN },
    version: 'test',
    command,
    writeRates: () => null,
  });
  const feed = createEventFeed({
    onEvent: () => undefined,
    onIdle: () => undefined,
    failureOf: () => null,
    patienceMs: PATIENCE_MS,
  });
  feed.follow({ url: theLoop.url, token: operatorToken(stateRoot), stop: () => Promise.resolve(0) });
  return {
    github,
    repositories,
    feed,
    hook,
    heard: (wanted, times = 1) =>
      feed.waitUntil(
        (events) => events.filter((event) => hasFields(event, wanted)).length >= times,
        JSON.stringify(wanted),
      ),
    states: () => statesBelow(path.join(folder, 'workspaces')),
    close: async () => {
      feed.close();
      await theLoop.stop('the test ended');
      await hook?.close();
      await github.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function hasFields(event: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([name, value]) => event[name] === value);
}

function statesBelow(folder: string): Readonly<Record<string, StateFile>> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'graph-state.json' && file.includes('docs/specs/'),
  );
  return Object.fromEntries(
    files.map((file) => {
      const state = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as StateFile;
      return [file.slice(file.indexOf('docs/specs/')), state];
    }),
  );
}

interface ConfigParts {
  readonly port: number;
  readonly github: GithubEmulator;
  readonly repositories: Repositories;
  readonly agent: readonly string[];
  readonly hearing: Hearing;
  readonly hook: LossyHook | null;
  /** Where agents work. */
  readonly root: string;
}

async function operatorConfig({ port, github, repositories, agent, hearing, hook, root }: ConfigParts) {
  const host = { apiBase: github.url, tokenEnv: ['THE_LOOP_GITHUB_TOKEN'], transport: 'api' };
  const polling = { enabled: true, intervalSeconds: 1, repositories: [APP, INFRA], gapFill: hook !== null };
  const env = { [AGENT_SCRIPT_VARIABLE]: declaringScript(root) };
  const text = JSON.stringify({
    service: { host: '127.0.0.1', port },
    routing: { authorizedUsers: ['alice', 'bob'] },
    ...(hearing.polling ? { polling: { ...polling, ...(hook === null ? {} : { webhookUrl: hook.url }) } } : {}),
    workspace: { root, remotes: { [APP]: repositories.remote(APP), [INFRA]: repositories.remote(INFRA) } },
    sessions: { agent: 'scripted', agents: { scripted: { command: agent, stdin: 'prompt', env, timeoutMinutes: 2 } } },
    integrations: { github: { hosts: { 'github.com': host } } },
  });
  const parsed = await parseOperatorConfig(text, 'config.yaml');
  if (!parsed.ok) throw new Error(parsed.error.map(({ message }) => message).join('; '));
  return parsed.value.config;
}

/** The execution log declares the other repository: the ticket's implementation waits for its pull request, however it is heard of. */
function declaringScript(root: string): string {
  const file = `${root}-agent-script.json`;
  writeFileSync(file, JSON.stringify({ repos: [INFRA] }));
  return file;
}
