import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultOperatorConfig, type OperatorConfig } from '@the-loop/config';
import { createRepositories, type GithubEmulator, type Repositories, startGithubEmulator } from '@the-loop/testkit';
import { createTheLoop, type TheLoop } from '../create-the-loop.ts';
import { operatorToken } from '../instance/operator-token.ts';
import { type TheLoopOptions } from '../the-loop-options.ts';

const SECRET = 'a webhook secret';
const AGENT =
  "process.stdin.resume(); require('node:fs').writeFileSync(process.env.TOKEN_FILE, process.env.THE_LOOP_TOKEN)";
/** Works on until its stage is taken down. */
const LASTING = `${AGENT}; setInterval(() => require('node:fs').existsSync(process.env.TOKEN_FILE) || process.exit(), 50)`;

/** A service with an emulated GitHub and one repository, in one temporary folder. */
export interface Stage {
  readonly github: GithubEmulator;
  readonly folder: string;
  readonly stateRoot: string;
  /** Where an agent that was started leaves its token. */
  readonly tokenFile: string;
  readonly options: TheLoopOptions;
  /** Starts the service and lets the emulator send it webhooks. It is stopped with the stage. */
  start(options?: TheLoopOptions): Promise<TheLoop>;
  /** Asks the API. */
  ask(theLoop: TheLoop, route: string, request?: AskOptions): Promise<Asked>;
  close(): Promise<void>;
}

/** What any route may answer with; a test reads what its route does. */
interface Asked {
  readonly status: number;
  readonly body: {
    readonly error: { readonly code: string; readonly message: string };
    readonly events: readonly { readonly event: string; readonly checkout?: string }[];
    readonly items: readonly { readonly ref: string; readonly node: string }[];
    readonly deliveries: object;
    readonly result: {
      readonly currentNode: string;
      readonly warnings: readonly string[];
      readonly pendingWrites: number;
      readonly moved: boolean;
    };
  };
}

interface AskOptions {
  /** The operator's when absent; null for none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** POSTed as JSON; a text as it is. */
  readonly body?: unknown;
}

function configOf(
  stateRoot: string,
  parts: { github: GithubEmulator; origin: Repositories; tokenFile: string; agent: 'brief' | 'lasting' },
): OperatorConfig {
  const { github, origin, tokenFile, agent } = parts;
  const base = defaultOperatorConfig;
  const host = base.integrations.github.hosts['github.com'];
  if (host === undefined) throw new Error('github.com is no default');
  return {
    ...base,
    service: { ...base.service, port: 0 },
    routing: { ...base.routing, authorizedUsers: ['alice'] },
    workspace: {
      ...base.workspace,
      root: path.join(stateRoot, 'workspaces'),
      remotes: { 'acme/app': origin.remote('acme/app') },
    },
    sessions: {
      ...base.sessions,
      agent: 'brief',
      agents: {
        brief: {
          command: [process.execPath, '-e', agent === 'brief' ? AGENT : LASTING],
          stdin: 'prompt',
          env: { TOKEN_FILE: tokenFile },
          timeoutMinutes: 1,
        },
      },
    },
    integrations: {
      github: { hosts: { 'github.com': { ...host, apiBase: github.url, tokenEnv: ['BOT_TOKEN'], transport: 'api' } } },
    },
  };
}

export async function createStage(agent: 'brief' | 'lasting' = 'brief'): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'service-'));
  const stateRoot = path.join(folder, 'state');
  const tokenFile = path.join(folder, 'agent-token');
  mkdirSync(stateRoot, { mode: 0o700 });
  const github = await startGithubEmulator({ users: { 'bot token': 'the-loop[bot]' } });
  github.createRepository('acme/app', { collaborators: ['alice'] });
  const origin = await createRepositories(path.join(folder, 'git'), ['acme/app'], {});
  const running: TheLoop[] = [];
  const options: TheLoopOptions = {
    config: configOf(stateRoot, { github, origin, tokenFile, agent }),
    stateRoot,
    environment: {
      PATH: process.env['PATH'],
      HOME: folder,
      BOT_TOKEN: 'bot token',
      THE_LOOP_WEBHOOK_SECRET: SECRET,
    },
    version: 'test',
    command: ['the-loop'],
    writeRates: () => null,
  };
  return {
    github,
    folder,
    stateRoot,
    tokenFile,
    options,
    async start(given = options) {
      const theLoop = await createTheLoop(given);
      running.push(theLoop);
      github.addWebhook({ url: `${theLoop.url}${given.config.webhooks.path}`, secret: SECRET });
      return theLoop;
    },
    ask: ({ url }, route, request = {}) => ask(`${url}${route}`, { token: operatorToken(stateRoot), ...request }),
    async close() {
      for (const theLoop of running) await theLoop.stop('the test is over');
      await github.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function ask(url: string, { token, headers, body }: AskOptions): Promise<Asked> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === null || token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Asked['body'] };
}
