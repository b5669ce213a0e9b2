import { NOTIFICATIONS } from '@the-loop/graph-core';
import * as v from 'valibot';
import {
  Argv,
  EnvName,
  HostedRepository,
  HostName,
  Line,
  Login,
  Name,
  NotificationEvents,
  wholeNumber,
} from '../schema/values.ts';
import { agentDefaults, defaultOperatorConfig as defaults } from './operator-defaults.ts';

/** A mapping whose absence means the mapping of its defaults. */
function section<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.optional(v.strictObject(entries), {} as never);
}

const Service = section({
  host: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:-]{1,253}$/, 'expected a host name or an address')),
    defaults.service.host,
  ),
  port: v.optional(wholeNumber(0, 65_535), defaults.service.port),
});

const Webhooks = section({
  path: v.optional(
    v.pipe(v.string(), v.regex(/^\/[A-Za-z0-9._~/-]{0,200}$/, 'expected a path that begins with /')),
    defaults.webhooks.path,
  ),
  secretEnv: v.optional(EnvName, defaults.webhooks.secretEnv),
  allowUnsigned: v.optional(v.boolean(), defaults.webhooks.allowUnsigned),
  maxBodyBytes: v.optional(wholeNumber(1024, defaults.webhooks.maxBodyBytes), defaults.webhooks.maxBodyBytes),
  events: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[a-z_]{1,64}$/, 'expected the name of a GitHub event'))),
      v.minLength(1, 'expected at least one event; leave the key out to take them all'),
    ),
    [...defaults.webhooks.events],
  ),
});

const Polling = section({
  enabled: v.optional(v.boolean(), defaults.polling.enabled),
  intervalSeconds: v.optional(wholeNumber(1, 86_400), defaults.polling.intervalSeconds),
  repositories: v.optional(v.array(HostedRepository), []),
  gapFill: v.optional(v.boolean(), defaults.polling.gapFill),
  webhookUrl: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/, 'expected a URL without credentials'))),
});

const Phrase = v.pipe(
  v.string(),
  v.regex(
    /^(?:[^\s\0]{1,40}(?: [^\s\0]{1,40}){0,4})?$/,
    'expected one to five words, or nothing to switch the verb off',
  ),
);
const phrases = defaults.routing.control.keywords;

const Keywords = section({
  start: v.optional(Phrase, phrases.start),
  contribute: v.optional(Phrase, phrases.contribute),
  do: v.optional(Phrase, phrases.do),
  resume: v.optional(Phrase, phrases.resume),
  pause: v.optional(Phrase, phrases.pause),
  stop: v.optional(Phrase, phrases.stop),
  cleanup: v.optional(Phrase, phrases.cleanup),
  execute: v.optional(Phrase, phrases.execute),
  approve: v.optional(Phrase, phrases.approve),
  'request-changes': v.optional(Phrase, phrases['request-changes']),
  goal: v.optional(Phrase, phrases.goal),
  done: v.optional(Phrase, phrases.done),
  status: v.optional(Phrase, phrases.status),
  help: v.optional(Phrase, phrases.help),
});

const Routing = section({
  authorizedUsers: v.optional(v.array(Login), []),
  autoExecuteLabel: v.optional(Line, defaults.routing.autoExecuteLabel),
  spawn: v.optional(v.picklist(['commanded', 'labeled', 'always', 'never']), defaults.routing.spawn),
  requireStart: v.optional(v.boolean(), defaults.routing.requireStart),
  sessionPerPr: v.optional(v.picklist(['never', 'cross-repository', 'always']), defaults.routing.sessionPerPr),
  control: section({ enabled: v.optional(v.boolean(), defaults.routing.control.enabled), keywords: Keywords }),
  minApprovals: v.optional(wholeNumber(1, 20), defaults.routing.minApprovals),
  maxConcurrent: v.optional(wholeNumber(1, 256), defaults.routing.maxConcurrent),
  maxAttempts: v.optional(wholeNumber(1, 100), defaults.routing.maxAttempts),
});

const Remote = v.pipe(
  v.string(),
  v.regex(
    /^(?:(?:https?|ssh|git|file):\/\/[^\s\0]+|[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:[^\s\0]+|~?\/[^\0\r\n]*|[A-Za-z]:[\\/][^\0\r\n]*)$/,
    'expected a URL (https, ssh, git, file) or an absolute path',
  ),
  v.regex(/^(?!https?:\/\/[^/]*@)/, 'expected a URL without a user name or password; credentials do not belong here'),
);

const Workspace = section({
  root: v.optional(v.string(), defaults.workspace.root),
  remotes: v.optional(v.record(HostedRepository, Remote), {}),
  gitBinary: v.optional(Line, defaults.workspace.gitBinary),
});

const Agent = v.strictObject({
  command: v.pipe(Argv, v.minLength(1, 'expected the program to run')),
  stdin: v.optional(v.picklist(['prompt', 'none']), agentDefaults.stdin),
  env: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,99}$/, 'expected the name of a variable')), v.string()),
    {},
  ),
  timeoutMinutes: v.optional(wholeNumber(1, 24 * 60), agentDefaults.timeoutMinutes),
});

const Sessions = section({
  agent: v.optional(v.string(), defaults.sessions.agent),
  agents: v.optional(v.record(Name, Agent), {}),
  shareCredentials: v.optional(v.boolean(), defaults.sessions.shareCredentials),
});

const GithubHost = v.strictObject({
  apiBase: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/, 'expected a URL without credentials'))),
  tokenEnv: v.optional(v.array(EnvName)),
  transport: v.optional(v.picklist(['auto', 'api', 'gh'])),
  binary: v.optional(Line),
  app: v.optional(
    v.strictObject({
      id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      installationId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      privateKeyEnv: v.optional(EnvName),
      privateKeyPath: v.optional(Line),
    }),
  ),
});

const events = v.optional(v.array(v.picklist(NOTIFICATIONS)));
const Channel = v.variant('kind', [
  v.strictObject({ kind: v.literal('log'), name: Name, events }),
  v.strictObject({ kind: v.literal('webhook'), name: Name, urlEnv: EnvName, events }),
]);

/** The operator's file, as written: everything may be left out. Hosts are completed afterwards. */
export const OperatorFileSchema = v.strictObject({
  version: v.optional(v.literal(1), 1),
  service: Service,
  webhooks: Webhooks,
  polling: Polling,
  routing: Routing,
  trust: section({ sharedIdentity: v.optional(v.picklist(['refuse', 'accept']), defaults.trust.sharedIdentity) }),
  workspace: Workspace,
  sessions: Sessions,
  integrations: section({ github: section({ hosts: v.optional(v.record(HostName, GithubHost), {}) }) }),
  graphs: v.optional(v.record(Name, Line), {}),
  verify: section({ command: v.optional(Argv, []) }),
  notifications: section({
    standingComment: v.optional(v.boolean(), defaults.notifications.standingComment),
    events: v.optional(NotificationEvents, {}),
    channels: v.optional(v.array(Channel), []),
  }),
  policy: section({
    approverMayNotBe: v.optional(v.array(v.picklist(['agent'])), [...defaults.policy.approverMayNotBe]),
    writableRepositories: v.optional(v.array(HostedRepository), []),
  }),
  state: section({
    keepDeliveriesDays: v.optional(wholeNumber(1, 3650), defaults.state.keepDeliveriesDays),
    keepEventsDays: v.optional(wholeNumber(1, 3650), defaults.state.keepEventsDays),
  }),
});

export type OperatorFile = v.InferOutput<typeof OperatorFileSchema>;
