import { appendFile, readFile } from 'node:fs/promises';

/** What a test wants an agent to do at a node. */
export interface AgentBehaviour {
  /**
   * `work`: everything, as told. `fail`: exit at once. `crash-before-claim`: work and push, then exit without claiming.
   * `claim-without-work`: claim at once. `hang`: never end.
   */
  readonly mode: 'work' | 'fail' | 'crash-before-claim' | 'claim-without-work' | 'hang';
  /** Of `fail` and `crash-before-claim`; 70 when absent. */
  readonly exitCode?: number;
  /** Wait before anything is done. */
  readonly delayMs?: number;
  /** Behave so only this often, then work. Counted over runs in `<script>.journal.jsonl`. */
  readonly times?: number;
  /** `hang` does not end on SIGTERM either. */
  readonly ignoreTerm?: boolean;
}

/** The file that {@link AGENT_SCRIPT_VARIABLE} names. */
export interface AgentScript {
  readonly nodes?: Readonly<Record<string, AgentBehaviour>>;
  readonly default?: AgentBehaviour;
  /** Repositories that the execution log declares. */
  readonly repos?: readonly string[];
}

/** Name of the environment variable with the path of the script; unset, the agent simply works. */
export const AGENT_SCRIPT_VARIABLE = 'SCRIPTED_AGENT_SCRIPT';

export interface LoadedScript {
  readonly behaviour: AgentBehaviour;
  readonly repos: readonly string[];
}

const WORK: AgentBehaviour = { mode: 'work' };

/** What to do at `node`, and a note in the script's journal that it was done once more. */
export async function loadBehaviour(path: string | undefined, node: string): Promise<LoadedScript> {
  if (!path) return { behaviour: WORK, repos: [] };
  const script = JSON.parse(await readFile(path, 'utf8')) as AgentScript;
  const wanted = script.nodes?.[node] ?? script.default ?? WORK;
  const journal = `${path}.journal.jsonl`;
  const before = await countRuns(journal, { node, mode: wanted.mode });
  const behaviour = wanted.times !== undefined && before >= wanted.times ? WORK : wanted;
  await appendFile(journal, `${JSON.stringify({ node, mode: behaviour.mode })}\n`);
  return { behaviour, repos: script.repos ?? [] };
}

async function countRuns(journal: string, wanted: { readonly node: string; readonly mode: string }): Promise<number> {
  const text = await readFile(journal, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => line === JSON.stringify(wanted)).length;
}
