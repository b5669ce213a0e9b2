import {
  ConfigError,
  HARNESS_CONFIG_PATH,
  type OperatorConfig,
  parseOperatorConfig,
  renderDefaultHarnessConfig,
  renderDefaultOperatorConfig,
  setKeys,
  type TicketRepository,
} from '@the-loop/config';
import { LoopError } from '@the-loop/graph-core';
import { type CliErrorCode } from '../errors.ts';
import { type FoundCheckout, type FoundFile, type InitAnswers, type InitFound } from './init-answers.ts';

/** One file of the plan. `unchanged` ones are not touched, whatever their `text`. */
export interface PlannedFile {
  readonly about: 'repository' | 'machine';
  readonly path: string;
  readonly change: 'create' | 'update' | 'unchanged';
  readonly text: string;
  readonly mode: number;
}

export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** What the person should know, one sentence each. */
  readonly notes: readonly string[];
  /** What to do next, in order. */
  readonly next: readonly string[];
}

/** Agents whose command line is known without an entry in the configuration. */
export const KNOWN_AGENTS: readonly string[] = ['claude', 'codex'];

const CHOOSE_AGENT = `the-loop init --agent ${KNOWN_AGENTS.join('|')}`;

/**
 * What is to be written, without writing. A harness file that exists is never touched; of an operator's file only the
 * keys that were answered change, and its comments stay. Throws `CONFIG_INVALID` when that file, or what the answers would make
 * of it, is not valid, and `INIT_AGENT_UNKNOWN`.
 */
export async function planInit(answers: InitAnswers, found: InitFound): Promise<InitPlan> {
  const repository = found.checkout === null ? [] : [planHarness(found.checkout, answers)];
  const { file, config } = await planOperator(found.operator, answers);
  return { files: [...repository, file], notes: notesOn(found, answers, config), next: nextSteps(found, config) };
}

function planHarness({ harness, origin }: FoundCheckout, { ticketRepository }: InitAnswers): PlannedFile {
  return {
    about: 'repository',
    path: harness.path,
    change: harness.exists ? 'unchanged' : 'create',
    text: harness.exists ? '' : renderDefaultHarnessConfig(ticketRepository ?? origin ?? { owner: '', repo: '' }),
    mode: 0o644,
  };
}

async function planOperator(
  { path, text }: FoundFile,
  answers: InitAnswers,
): Promise<{ readonly file: PlannedFile; readonly config: OperatorConfig }> {
  const before = text ?? renderDefaultOperatorConfig();
  const current = await read(before, path);
  demandKnownAgent(answers.agent, current, path);
  const edits = editsFor(answers, current);
  const after = edits.length === 0 ? before : await setKeys(before, edits);
  const change = text === null ? 'create' : after === text ? 'unchanged' : 'update';
  return { file: { about: 'machine', path, change, text: after, mode: 0o600 }, config: await read(after, path) };
}

async function read(text: string, path: string): Promise<OperatorConfig> {
  const parsed = await parseOperatorConfig(text, path);
  if (!parsed.ok) throw new ConfigError(path, parsed.error);
  return parsed.value.config;
}

function demandKnownAgent(agent: string | undefined, { sessions }: OperatorConfig, path: string): void {
  if (agent === undefined || KNOWN_AGENTS.includes(agent) || Object.hasOwn(sessions.agents, agent)) return;
  throw new LoopError<CliErrorCode>(
    'INIT_AGENT_UNKNOWN',
    `the agent ${JSON.stringify(agent.slice(0, 60))} is neither known nor declared`,
    {
      remedy: `choose ${KNOWN_AGENTS.join(' or ')}, or run the-loop init without --agent and declare yours under sessions.agents in ${path}`,
    },
  );
}

function editsFor({ authorizedUsers, agent, sharedIdentity }: InitAnswers, config: OperatorConfig) {
  const known = new Set(config.routing.authorizedUsers.map((login) => login.toLowerCase()));
  const added = authorizedUsers.filter((login) => !known.has(login.toLowerCase()));
  return [
    ...(added.length === 0
      ? []
      : [{ keys: ['routing', 'authorizedUsers'], value: [...config.routing.authorizedUsers, ...added] }]),
    ...(agent === undefined || agent === config.sessions.agent ? [] : [{ keys: ['sessions', 'agent'], value: agent }]),
    ...(sharedIdentity === undefined || sharedIdentity === config.trust.sharedIdentity
      ? []
      : [{ keys: ['trust', 'sharedIdentity'], value: sharedIdentity }]),
  ];
}

function notesOn(found: InitFound, answers: InitAnswers, config: OperatorConfig): string[] {
  return [...notesOnCheckout(found, answers), ...notesOnTickets(found, answers, config), ...notesOnMachine(config)];
}

/** Verbs at a terminal write to the origin; where the tickets are elsewhere, somebody has to allow it. */
function notesOnTickets(
  { checkout, operator }: InitFound,
  { ticketRepository }: InitAnswers,
  { policy }: OperatorConfig,
): string[] {
  if (ticketRepository === undefined || checkout === null || checkout.harness.exists) return [];
  const slug = slugOf(ticketRepository);
  const writable = [...(checkout.origin === null ? [] : [slugOf(checkout.origin)]), ...policy.writableRepositories];
  if (writable.some((each) => each.toLowerCase() === slug.toLowerCase())) return [];
  return [
    `${slug} is not the origin: list it under policy.writableRepositories in ${operator.path}, or verbs at a terminal write there only with --ref.`,
  ];
}

function slugOf({ owner, repo }: TicketRepository): string {
  return `${owner}/${repo}`;
}

function notesOnCheckout({ checkout }: InitFound, { ticketRepository }: InitAnswers): string[] {
  if (checkout === null) return ['This folder is in no git checkout, so only this machine was set up.'];
  if (!checkout.harness.exists && (ticketRepository ?? checkout.origin) === null)
    return [
      'The origin names no repository on github.com; write where the tickets are into the harness configuration.',
    ];
  if (checkout.harness.exists && ticketRepository !== undefined)
    return [
      `The harness configuration was there already; --owner and --repo-name changed nothing in it: edit ticketing.github in ${checkout.harness.path}.`,
    ];
  return [];
}

function notesOnMachine({ routing, sessions }: OperatorConfig): string[] {
  const nobody = 'Nobody may command yet: the-loop init --authorized-user <your GitHub login>';
  const noAgent = `No agent is chosen yet: ${CHOOSE_AGENT}`;
  return [...(routing.authorizedUsers.length === 0 ? [nobody] : []), ...(sessions.agent === '' ? [noAgent] : [])];
}

function nextSteps({ checkout }: InitFound, { webhooks: { secretEnv }, sessions }: OperatorConfig): string[] {
  const commit = `git add ${HARNESS_CONFIG_PATH} && git commit -m "chore: the-loop"`;
  const service = [
    `export ${secretEnv}=<a long random text; the same one goes into the webhook on GitHub>`,
    'the-loop up',
    'on a ticket, comment: the-loop start',
  ];
  return [
    ...(checkout === null ? [] : [commit]),
    'export GH_TOKEN=<a token that may read and comment>, unless "gh auth status" says that you are logged in',
    ...(checkout === null ? [] : ['on this machine alone: the-loop graph start issue-<number of a ticket>']),
    ...(sessions.agent === '' ? [`for a service with agents: ${CHOOSE_AGENT}`] : service),
  ];
}
