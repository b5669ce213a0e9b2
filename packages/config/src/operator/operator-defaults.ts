import { type AgentConfig, type GithubHostConfig, type OperatorConfig } from './operator-config.ts';

/** What an agent's entry leaves out. */
export const agentDefaults: Omit<AgentConfig, 'command'> = { stdin: 'prompt', env: {}, timeoutMinutes: 30 };

/** What a host's entry leaves out. */
export function githubHostDefaults(host: string): GithubHostConfig {
  return {
    apiBase: host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`,
    // As gh has them: a token of github.com must never reach another host by default.
    tokenEnv: host === 'github.com' ? ['GH_TOKEN', 'GITHUB_TOKEN'] : ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'],
    transport: 'auto',
    binary: 'gh',
  };
}

/** The operator's configuration where no file says otherwise. */
export const defaultOperatorConfig: OperatorConfig = {
  version: 1,
  service: { host: '127.0.0.1', port: 4114 },
  webhooks: {
    path: '/gh-webhook',
    secretEnv: 'THE_LOOP_WEBHOOK_SECRET',
    allowUnsigned: false,
    maxBodyBytes: 25 * 1024 * 1024,
    events: [
      'issues',
      'issue_comment',
      'pull_request',
      'pull_request_review',
      'pull_request_review_comment',
      'workflow_run',
      'check_run',
      'check_suite',
      'status',
      'repository',
    ],
  },
  polling: { enabled: false, intervalSeconds: 60, repositories: [], gapFill: true },
  routing: {
    authorizedUsers: [],
    autoExecuteLabel: 'the-loop: auto-execute',
    spawn: 'commanded',
    requireStart: true,
    sessionPerPr: 'cross-repository',
    control: {
      enabled: true,
      keywords: {
        start: 'the-loop start',
        contribute: 'the-loop contribute',
        do: 'the-loop do',
        resume: 'the-loop resume',
        pause: 'the-loop pause',
        stop: 'the-loop stop',
        cleanup: 'the-loop cleanup',
        execute: 'the-loop execute',
        approve: 'the-loop approve',
        'request-changes': 'the-loop request-changes',
        goal: 'the-loop goal',
        done: 'the-loop done',
        status: 'the-loop status',
        help: 'the-loop help',
      },
    },
    minApprovals: 1,
    maxConcurrent: 4,
    maxAttempts: 5,
  },
  trust: { sharedIdentity: 'refuse' },
  workspace: { root: '', remotes: {}, gitBinary: 'git' },
  sessions: { agent: '', agents: {}, shareCredentials: false },
  integrations: { github: { hosts: { 'github.com': githubHostDefaults('github.com') } } },
  graphs: {},
  verify: { command: [] },
  notifications: { events: {}, channels: [], standingComment: false },
  policy: { approverMayNotBe: ['agent'], writableRepositories: [] },
  state: { keepDeliveriesDays: 7, keepEventsDays: 30 },
};
