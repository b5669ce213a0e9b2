/** A comment verb whose phrase can be chosen. */
export type ControlVerb =
  | 'start'
  | 'contribute'
  | 'do'
  | 'resume'
  | 'pause'
  | 'stop'
  | 'cleanup'
  | 'execute'
  | 'approve'
  | 'request-changes'
  | 'goal'
  | 'done'
  | 'status'
  | 'help';

/** Something people are told about. */
export type NotificationName =
  | 'decision-pending'
  | 'phase-approval-pending'
  | 'pr-review-pending'
  | 'security-sign-off-pending'
  | 'conflict-escalated'
  | 'work-item-complete';

/** What a person is to a project. */
export type Role = 'product-manager' | 'architect' | 'designer' | 'engineer' | 'qa' | 'reviewer' | 'approver';

/** Roles to tell, per event. An event that is absent keeps the roles of whoever asks. */
export type NotificationRoles = { readonly [Name in NotificationName]?: readonly Role[] | undefined };

/** Where the daemon listens. */
export interface ServiceConfig {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** What the webhook path takes in. */
export interface WebhooksConfig {
  readonly path: string;
  /** Name of the variable that holds the shared secret. */
  readonly secretEnv: string;
  /** Only with a loopback `service.host`: take deliveries without a secret. */
  readonly allowUnsigned: boolean;
  readonly maxBodyBytes: number;
  /** GitHub's event names. */
  readonly events: readonly string[];
}

/** Reading GitHub as a second source beside webhooks. */
interface PollingConfig {
  readonly enabled: boolean;
  readonly intervalSeconds: number;
  /** `owner/repo` on github.com, `host/owner/repo` elsewhere. */
  readonly repositories: readonly string[];
  /** Ask GitHub to send again what these repositories' webhook never delivered. */
  readonly gapFill: boolean;
  /** Where GitHub posts to, when that is not the address the service listens at. */
  readonly webhookUrl?: string | undefined;
}

/** Whom to tell what. */
interface NotificationsConfig {
  readonly events: NotificationRoles;
  readonly channels: readonly ChannelConfig[];
  /** Keep one comment on each ticket that says where it stands, edited in place: what `the-loop why` prints. */
  readonly standingComment: boolean;
}

/** Who may say what, and what an event may start. */
export interface RoutingConfig {
  readonly authorizedUsers: readonly string[];
  readonly autoExecuteLabel: string;
  /** May an event start a session: on command, on command where the label is set, always, or never. */
  readonly spawn: 'commanded' | 'labeled' | 'always' | 'never';
  readonly requireStart: boolean;
  /** Which pull requests get a session of their own. */
  readonly sessionPerPr: 'never' | 'cross-repository' | 'always';
  readonly control: {
    readonly enabled: boolean;
    /** The phrase of each verb; an empty one switches the verb off. */
    readonly keywords: Readonly<Record<ControlVerb, string>>;
  };
  readonly minApprovals: number;
  /** Work items handled at the same time. */
  readonly maxConcurrent: number;
  /** Tries before a delivery is given up. */
  readonly maxAttempts: number;
}

/** Where agents work. */
export interface WorkspaceConfig {
  /** Empty: `<stateRoot>/workspaces`. Loading a file makes it absolute. */
  readonly root: string;
  /** Where to clone from, per `owner/repo` on github.com or `host/owner/repo`: a URL or an absolute path. Others are cloned from their host. */
  readonly remotes: Readonly<Record<string, string>>;
  readonly gitBinary: string;
}

/** How one agent is started. */
export interface AgentConfig {
  /** argv; `{promptFile}`, `{sessionId}` and `{workItem}` are replaced inside an argument. */
  readonly command: readonly string[];
  /** What the agent reads on its standard input. */
  readonly stdin: 'prompt' | 'none';
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMinutes: number;
}

/** Which agent works, and in which way. */
export interface SessionsConfig {
  /** One of `agents`; empty when none is chosen. */
  readonly agent: string;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** Leave the operator's GitHub and SSH credentials in the agent's environment. */
  readonly shareCredentials: boolean;
}

/** One GitHub: github.com, or a company's own. */
export interface GithubHostConfig {
  readonly apiBase: string;
  /** Names of variables, first one that is set wins. */
  readonly tokenEnv: readonly string[];
  readonly transport: 'auto' | 'api' | 'gh';
  /** The `gh` program. */
  readonly binary: string;
  readonly app?: GithubAppConfig | undefined;
}

/** A GitHub App that was installed on the repositories. One of the two places of its private key is given. */
interface GithubAppConfig {
  readonly id: number;
  readonly installationId: number;
  /** Name of the variable that holds the private key (PEM). */
  readonly privateKeyEnv?: string | undefined;
  /** File of the private key. Loading a file makes it absolute. */
  readonly privateKeyPath?: string | undefined;
}

/** A way to tell people something. */
export type ChannelConfig =
  | { readonly kind: 'log'; readonly name: string; readonly events?: readonly NotificationName[] | undefined }
  | {
      readonly kind: 'webhook';
      readonly name: string;
      /** Name of the variable that holds the address; the address is a secret. */
      readonly urlEnv: string;
      /** Absent: every event. */
      readonly events?: readonly NotificationName[] | undefined;
    };

/** Everything the operator of a machine decides. A repository decides none of it. */
export interface OperatorConfig {
  readonly version: 1;
  readonly service: ServiceConfig;
  readonly webhooks: WebhooksConfig;
  readonly polling: PollingConfig;
  readonly routing: RoutingConfig;
  /** Whether comments by the login the-loop itself posts as may answer gates. */
  readonly trust: { readonly sharedIdentity: 'refuse' | 'accept' };
  readonly workspace: WorkspaceConfig;
  readonly sessions: SessionsConfig;
  /** By host; `github.com` is always there. */
  readonly integrations: { readonly github: { readonly hosts: Readonly<Record<string, GithubHostConfig>> } };
  /** The operator's own loops: name to file. Loading a file makes them absolute. */
  readonly graphs: Readonly<Record<string, string>>;
  /** The command that `verify-tests` runs; empty when there is none. */
  readonly verify: { readonly command: readonly string[] };
  readonly notifications: NotificationsConfig;
  readonly policy: {
    /** Who may not approve what they worked on. */
    readonly approverMayNotBe: readonly 'agent'[];
    /** Repositories beside a checkout's origin that verbs may write to without `--ref`: `owner/repo` on github.com, or `host/owner/repo`. */
    readonly writableRepositories: readonly string[];
  };
  /** Days after which finished rows are removed. */
  readonly state: { readonly keepDeliveriesDays: number; readonly keepEventsDays: number };
}
