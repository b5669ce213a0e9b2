import { LoopError } from '@the-loop/graph-core';
import { createGit, type GitOptions } from './git.ts';

/** Whether checkouts can be made on this machine. */
export type GitPresence =
  | { readonly kind: 'found'; readonly version: string }
  | { readonly kind: 'missing' | 'too-old'; readonly message: string; readonly remedy: string };

const OLDEST = [2, 25] as const;
const VERSION = /^git version (\d{1,4})\.(\d{1,4})([0-9.]{0,20})/;

/** Looks for a usable git. In: how it would be run. Out: its version, or one line that says what to do. */
export async function checkGit(options: GitOptions): Promise<GitPresence> {
  const answer = await askVersion(options);
  if (typeof answer !== 'string') return answer;
  const [, major, minor, rest = ''] = VERSION.exec(answer) ?? [];
  const version = `${major ?? '?'}.${minor ?? '?'}${rest}`;
  const enough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  if (enough) return { kind: 'found', version };
  return {
    kind: 'too-old',
    message: `git ${version} is older than the ${OLDEST.join('.')} that worktrees need`,
    remedy: 'Install a newer git (https://git-scm.com/downloads).',
  };
}

async function askVersion(options: GitOptions): Promise<string | GitPresence> {
  try {
    return (await createGit(options).ask(['version'])).output;
  } catch (error) {
    if (!(error instanceof LoopError) || error.code !== 'WORKSPACE_GIT_MISSING') throw error;
    return { kind: 'missing', message: error.message, remedy: error.remedy ?? '' };
  }
}
