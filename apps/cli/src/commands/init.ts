import path from 'node:path';
import { resolveConfigPath, stateRoot, type TicketRepository } from '@the-loop/config';
import { isGithubName, LoopError } from '@the-loop/graph-core';
import { Command, Option } from 'commander';
import { type CliErrorCode } from '../errors.ts';
import { findSetup } from '../init/find-setup.ts';
import { type InitAnswers, type InitFound } from '../init/init-answers.ts';
import { askAnswers, isLogin } from '../init/init-questions.ts';
import { type InitPlan, planInit } from '../init/plan-init.ts';
import { createTerminalAsker } from '../init/terminal-asker.ts';
import { writePlan } from '../init/write-plan.ts';
import { type CommandLine } from '../io.ts';
import { refuseAgent } from '../refuse-agent.ts';

interface Flags {
  readonly repo: string;
  readonly owner?: string;
  readonly repoName?: string;
  readonly authorizedUser: readonly string[];
  readonly agent?: string;
  readonly sharedIdentity?: 'accept' | 'refuse';
  readonly config?: string;
  readonly json?: true;
}

/** `the-loop init` */
export function initCommand(line: CommandLine): Command {
  return new Command('init')
    .description('set up a repository and this machine; run again, it changes nothing that is there')
    .option('--repo <path>', 'the repository', '.')
    .option('--owner <name>', "owner of the tickets' repository, instead of the origin's")
    .option('--repo-name <name>', "name of the tickets' repository, instead of the origin's")
    .option(
      '--authorized-user <login>',
      'who may command and approve; may be repeated',
      (login: string, before: readonly string[]) => [...before, login],
      [],
    )
    .option('--agent <name>', 'the agent that works: claude, codex, or one of sessions.agents')
    .addOption(
      new Option(
        '--shared-identity <choice>',
        'may comments of the account that the-loop posts with answer gates',
      ).choices(['accept', 'refuse']),
    )
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (flags: Flags) => {
      refuseAgent(line, 'set up a repository or a machine');
      const given = answersOf(flags);
      const found = await findSetup(path.resolve(line.cwd, flags.repo), operatorPath(line, flags.config));
      const plan = await planInit(await completed(line, { given, found, json: flags.json === true }), found);
      await writePlan(plan);
      line.out(flags.json === true ? `${json(plan)}\n` : `${text(plan)}\n`);
    });
}

function operatorPath(line: CommandLine, flag: string | undefined): string {
  const root = stateRoot(line.env, line.platform, line.home);
  return resolveConfigPath({ flag, env: line.env, stateRoot: root, cwd: line.cwd, home: line.home }).path;
}

function answersOf({ owner, repoName, authorizedUser, agent, sharedIdentity }: Flags): InitAnswers {
  if (!authorizedUser.every(isLogin)) throw usage('--authorized-user is no GitHub login', 'write it without "@"');
  const ticketRepository = repositoryOf(owner, repoName);
  return { authorizedUsers: authorizedUser, agent, sharedIdentity, ticketRepository };
}

function repositoryOf(owner: string | undefined, repo: string | undefined): TicketRepository | undefined {
  if (owner === undefined && repo === undefined) return undefined;
  if (owner === undefined || repo === undefined)
    throw usage('--owner and --repo-name belong together', 'pass both, or none to take what the origin says');
  if (isGithubName(owner) && isGithubName(repo)) return { owner, repo };
  throw usage('--owner or --repo-name is no name on GitHub', 'letters, digits, ".", "_" and "-" are allowed');
}

function usage(message: string, remedy: string): LoopError {
  return new LoopError<CliErrorCode>('INIT_USAGE', message, { remedy });
}

interface Start {
  readonly given: InitAnswers;
  readonly found: InitFound;
  readonly json: boolean;
}

/** Questions are for people at a terminal, and only about a file that is not there yet. */
async function completed(line: CommandLine, { given, found, json: asJson }: Start): Promise<InitAnswers> {
  const someone = line.isTerminal && process.stdin.isTTY && !asJson;
  if (!someone || found.operator.text !== null) return given;
  const asker = createTerminalAsker();
  try {
    return await askAnswers(asker, given, {
      authorizedUsers: given.authorizedUsers.length > 0,
      agent: given.agent !== undefined,
      sharedIdentity: given.sharedIdentity !== undefined,
    });
  } finally {
    asker.close();
  }
}

function json({ files, notes, next }: InitPlan): string {
  const written = files.map(({ about, path: file, change }) => ({ about, path: file, change }));
  return JSON.stringify({ verb: 'init', exitCode: 0, result: { files: written, notes, next } });
}

const DONE = { create: 'wrote    ', update: 'changed  ', unchanged: 'unchanged' };

function text({ files, notes, next }: InitPlan): string {
  const idle = files.every(({ change }) => change === 'unchanged');
  return [
    ...files.map(({ change, path: file }) => `${DONE[change]} ${file}`),
    ...(idle ? ['Everything was there already; nothing was changed.'] : []),
    ...notes.map((note) => `note: ${note}`),
    '',
    'Next:',
    ...next.map((command, index) => `  ${index + 1}. ${command}`),
  ].join('\n');
}
