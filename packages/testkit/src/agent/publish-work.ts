import { setTimeout as delay } from 'node:timers/promises';
import { type GitRun, runGit } from '../git/run-git.ts';

type Environment = Readonly<Record<string, string>>;

const TRIES = 10;
const PAUSE_MS = 50;

/** Commits everything in the checkouts that hold `paths` and pushes their branches. Answers one line per checkout. */
export async function publishWork(
  paths: readonly string[],
  message: string,
  environment: Environment,
): Promise<readonly string[]> {
  const tops = new Set<string>();
  for (const path of paths) {
    const top = await runGit(['-C', path, 'rev-parse', '--show-toplevel'], environment);
    if (top.code === 0) tops.add(top.output.trim());
  }
  const said: string[] = [];
  for (const top of tops) said.push(await untilOurTurn(() => publish(top, message, environment)));
  return said;
}

/** The agent of a pull request writes into its ticket's checkout too. git locks it: who comes second tries again. */
async function untilOurTurn<T>(work: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries === TRIES) throw error;
    await delay(PAUSE_MS * tries);
    return untilOurTurn(work, tries + 1);
  }
}

async function publish(top: string, message: string, environment: Environment): Promise<string> {
  const git = (...args: string[]): Promise<GitRun> => runGit(['-C', top, ...args], environment);
  await must(git('add', '--all'), 'stage the work');
  const staged = await git('diff', '--cached', '--quiet');
  if (staged.code !== 0) await must(git('commit', '--quiet', '--message', message), 'commit');
  const branch = (await git('symbolic-ref', '--quiet', '--short', 'HEAD')).output.trim();
  if (branch === '' || (await git('remote', 'get-url', 'origin')).code !== 0)
    return `${top}: committed, nowhere to push to`;
  const push = (): Promise<GitRun> => git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
  if ((await push()).code !== 0) {
    await must(git('fetch', '--quiet', 'origin'), 'fetch');
    await must(git('-c', 'rebase.autoStash=true', 'rebase', '--quiet', `origin/${branch}`), 'rebase');
    await must(push(), 'push');
  }
  return staged.code === 0 ? `nothing new on ${branch}` : `pushed ${branch}`;
}

async function must(run: Promise<GitRun>, what: string): Promise<void> {
  const answer = await run;
  if (answer.code !== 0) throw new Error(`could not ${what}: ${answer.errors.trim()}`);
}
