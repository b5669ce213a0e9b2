import { writeFileSync } from 'node:fs';
import path from 'node:path';

export const HOOK_PATH = '/gh-webhook';
export const SECRET_VARIABLE = 'THE_LOOP_WEBHOOK_SECRET';
export const TOKEN_VARIABLE = 'THE_LOOP_GITHUB_TOKEN';

/**
 * Whom the service writes as: `the-loop[bot]`, or the only person, with that person's own token. The operator accepts the
 * latter, or does not.
 */
export type Identity = 'separate' | 'shared' | 'unaccepted';

export interface OperatorConfigParts {
  readonly port: number;
  readonly apiBase: string;
  /** `owner/repo` to where it is cloned from. */
  readonly remotes: Readonly<Record<string, string>>;
  /** argv of the agent. */
  readonly agent: readonly string[];
  readonly agentEnvironment: Readonly<Record<string, string>>;
  readonly identity: Identity;
}

/** Writes the configuration that an operator would write, and answers its path. JSON is YAML: values need no quoting rules of our own. */
export function writeOperatorConfig(folder: string, parts: OperatorConfigParts): string {
  const file = path.join(folder, 'config.yaml');
  writeFileSync(file, `${JSON.stringify(operatorConfig(parts), null, 2)}\n`, { mode: 0o600 });
  return file;
}

function operatorConfig({ port, apiBase, remotes, agent, agentEnvironment, identity }: OperatorConfigParts): object {
  return {
    service: { host: '127.0.0.1', port },
    webhooks: { path: HOOK_PATH, secretEnv: SECRET_VARIABLE },
    routing: { authorizedUsers: identity === 'separate' ? ['alice', 'bob'] : ['alice'] },
    trust: { sharedIdentity: identity === 'shared' ? 'accept' : 'refuse' },
    workspace: { remotes },
    sessions: {
      agent: 'scripted',
      agents: { scripted: { command: agent, stdin: 'prompt', env: agentEnvironment, timeoutMinutes: 2 } },
    },
    integrations: {
      github: { hosts: { 'github.com': { apiBase, tokenEnv: [TOKEN_VARIABLE], transport: 'api' } } },
    },
  };
}
