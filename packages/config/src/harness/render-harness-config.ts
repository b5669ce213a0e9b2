const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Where the tickets of a repository are. */
export interface TicketRepository {
  readonly owner: string;
  readonly repo: string;
}

/** A repository's first file. Names that GitHub would not accept are left out, both of them. */
export function renderDefaultHarnessConfig({ owner, repo }: TicketRepository): string {
  const github =
    NAME.test(owner) && NAME.test(repo)
      ? `  github:\n    owner: ${quote(owner)}\n    repo: ${quote(repo)}\n`
      : '  # github:\n  #   owner: octo\n  #   repo: app\n';
  return `# What this repository says about the-loop's work on it. Who may command it is not decided here,
# but in the operator's own configuration.
version: 1

ticketing:
  system: github
${github}
workflow:
  # Where the directory of each work item is.
  specDir: docs/specs
  # The label that shows the phase of a ticket is this prefix and the phase.
  phaseLabelPrefix: 'loop:'

# Roles to tell, per event; the operator's configuration says over which channel.
notifications:
  enabled: true
  # events:
  #   phase-approval-pending: [approver]

# For the agent, in Markdown. No program reads it.
guidance: ''
`;
}

/** Quoted, so that a name such as `1e3` or `true` stays a text. */
function quote(name: string): string {
  return `'${name}'`;
}
