const TEMPLATE = `# The operator's configuration of the-loop on this machine.
# Secrets never stand here: keys that end in "Env" name variables of the environment.
# Check the file with: the-loop config check
version: 1

service:
  # Where the daemon listens. Put a reverse proxy in front to receive webhooks from outside.
  host: 127.0.0.1
  port: 4114

webhooks:
  path: /gh-webhook
  # The variable that holds the secret you gave GitHub.
  secretEnv: THE_LOOP_WEBHOOK_SECRET
  # Deliveries without a signature. Only with a loopback host, and only to try things out.
  allowUnsigned: false

polling:
  # A second source beside webhooks, or the only one where GitHub cannot reach this machine.
  enabled: false
  intervalSeconds: 60
  # Repositories to read, and whose webhook is asked for what it could not deliver.
  repositories: []
  gapFill: true

routing:
  # GitHub logins that may command and approve. Nobody may while the list is empty.
  authorizedUsers: []
  # May an event start an agent: commanded, labeled, always or never.
  spawn: commanded
  autoExecuteLabel: 'the-loop: auto-execute'
  # Which pull requests get an agent of their own: never, cross-repository or always.
  sessionPerPr: cross-repository
  minApprovals: 1
  # Work items handled at the same time.
  maxConcurrent: 4

trust:
  # "accept" lets comments of the login that the-loop itself posts as answer gates. With one account for you and the
  # agent, an agent that holds its token could then approve its own work.
  sharedIdentity: refuse

workspace:
  # Where agents work; empty means the folder "workspaces" in the state folder.
  root: ''
  gitBinary: git
  # Where to clone from, when it is not the host itself:
  # remotes:
  #   octo/app: /srv/git/app.git

sessions:
  # Which of the agents below works; none is chosen yet.
  agent: ''
  # agents:
  #   my-agent:
  #     # {promptFile}, {sessionId} and {workItem} are replaced. No shell reads this.
  #     command: [my-agent, --print, --session, '{sessionId}']
  #     stdin: prompt
  #     timeoutMinutes: 30
  # Leave your own GitHub and SSH credentials in the agent's environment.
  shareCredentials: false

integrations:
  github:
    hosts:
      github.com:
        # The first variable that is set holds the token; without one, "gh auth token" is asked.
        tokenEnv: [GH_TOKEN, GITHUB_TOKEN]
        # auto, api or gh.
        transport: auto

# Repositories beside a checkout's own that verbs at a terminal may write to without --ref
# (owner/repo on github.com, or host/owner/repo):
# policy:
#   writableRepositories: [octo/tickets]

# The command that the verify-tests gate runs, one argument per item:
# verify:
#   command: [npm, test]

# Whom to tell, and over which channel; and whether each ticket keeps one comment that says where it stands:
# notifications:
#   standingComment: true
#   events:
#     phase-approval-pending: [approver]
#   channels:
#     - kind: webhook
#       name: team
#       urlEnv: THE_LOOP_TEAM_WEBHOOK_URL
`;

/** The operator's first file: what one is likely to set, each with its default and what it means. */
export function renderDefaultOperatorConfig(): string {
  return TEMPLATE;
}
