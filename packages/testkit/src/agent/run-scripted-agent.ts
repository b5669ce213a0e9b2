import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AGENT_SCRIPT_VARIABLE, type AgentBehaviour, loadBehaviour } from './agent-script.ts';
import { type Desk, doNodeWork } from './do-node-work.ts';
import { publishWork } from './publish-work.ts';
import { type Assignment, readPrompt } from './read-prompt.ts';

/** What an agent's process is given. */
export interface AgentProcess {
  /** Arguments: `--prompt-file F` reads the prompt from a file; all others are accepted and ignored. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The prompt. */
  readonly stdin: string;
  readonly cwd: string;
  /** Where it says what it does, line by line. */
  readonly print: (line: string) => void;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Does one turn as a coding agent would: reads its assignment, writes what the node demands, commits, pushes, and claims
 * with the `the-loop` on PATH. Answers the exit code: 0 done or nothing to do, 1 something went wrong, or what the
 * script says. Run again on the same node it changes nothing and claims again.
 */
export async function runScriptedAgent(agent: AgentProcess): Promise<number> {
  const { assignment, excerpt } = readPrompt(await promptOf(agent));
  if (!assignment) return readOnly(agent, excerpt);
  if (!assignment.claim) {
    agent.print(`${assignment.node}: people decide here, nothing to do`);
    return 0;
  }
  const { behaviour, repos } = await loadBehaviour(agent.env[AGENT_SCRIPT_VARIABLE], assignment.node);
  if (behaviour.delayMs !== undefined) await delay(behaviour.delayMs);
  const early = await misbehave(agent, assignment, behaviour);
  if (early !== null) return early;
  const desk: Desk = { assignment, cwd: agent.cwd, directory: itemDirectory(agent, assignment), repos };
  return perform(agent, desk, behaviour);
}

async function perform(agent: AgentProcess, desk: Desk, behaviour: AgentBehaviour): Promise<number> {
  const { assignment } = desk;
  const environment = environmentOf(agent);
  const publish = async (): Promise<void> => {
    const places = [desk.cwd, await existingFolder(desk.directory)];
    const lines = await publishWork(places, `${assignment.id}: ${assignment.node}`, environment);
    for (const line of lines) agent.print(`${assignment.node}: ${line}`);
  };
  try {
    if (behaviour.mode !== 'claim-without-work') {
      const files = await doNodeWork(desk);
      agent.print(`${assignment.node}: wrote ${files.map((file) => file.slice(file.lastIndexOf('/') + 1)).join(', ')}`);
      await publish();
    }
    if (behaviour.mode === 'crash-before-claim') return behaviour.exitCode ?? 70;
    const claimed = await claim(agent, assignment.claim ?? [], environment);
    // The claim changes the item's state file, which the agent's commits carry.
    if (claimed === 0 && behaviour.mode === 'work') await publish();
    return claimed === 0 ? 0 : 1;
  } catch (error) {
    agent.print(`${assignment.node}: ${error instanceof Error ? error.message : 'failed'}`);
    return 1;
  }
}

async function misbehave(agent: AgentProcess, { node }: Assignment, behaviour: AgentBehaviour): Promise<number | null> {
  if (behaviour.mode === 'fail') {
    agent.print(`${node}: giving up, as the script says`);
    return behaviour.exitCode ?? 70;
  }
  if (behaviour.mode !== 'hang') return null;
  agent.print(`${node}: hanging, as the script says`);
  if (behaviour.ignoreTerm) process.on('SIGTERM', () => agent.print(`${node}: not ending`));
  for (;;) await delay(60_000);
}

function readOnly(agent: AgentProcess, excerpt: unknown): number {
  const fields = typeof excerpt === 'object' && excerpt !== null ? Object.keys(excerpt).join(', ') : 'nothing';
  agent.print(`read a message (${fields}), no assignment in it`);
  return 0;
}

function claim(agent: AgentProcess, args: readonly string[], environment: Environment): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('the-loop', args, { cwd: agent.cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const say = (chunk: Buffer): void => {
      for (const line of chunk.toString().trimEnd().split('\n')) agent.print(`the-loop: ${line}`);
    };
    child.stdout.on('data', say);
    child.stderr.on('data', say);
    child.on('error', () => {
      agent.print('the-loop is not on PATH, so nothing was claimed');
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** An absolute folder in the environment counts first: the checkout may be another repository's. Then the prompt's, then the usual one. */
function itemDirectory(agent: AgentProcess, { directory, id }: Assignment): string {
  const named = agent.env['THE_LOOP_ITEM_DIR'] ?? directory ?? join('docs', 'specs', id);
  return isAbsolute(named) ? named : join(agent.cwd, named);
}

async function existingFolder(path: string): Promise<string> {
  const there = await access(path).then(
    () => true,
    () => false,
  );
  return there || dirname(path) === path ? path : existingFolder(dirname(path));
}

async function promptOf({ argv, stdin }: AgentProcess): Promise<string> {
  const file = argv[argv.indexOf('--prompt-file') + 1];
  return argv.includes('--prompt-file') && file ? readFile(file, 'utf8') : stdin;
}

/** Its own name on commits where the environment gives none. */
function environmentOf({ env }: AgentProcess): Environment {
  const identity = {
    GIT_AUTHOR_NAME: 'Scripted Agent',
    GIT_AUTHOR_EMAIL: 'agent@example.com',
    GIT_COMMITTER_NAME: 'Scripted Agent',
    GIT_COMMITTER_EMAIL: 'agent@example.com',
  };
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...identity, ...Object.fromEntries(given) };
}
