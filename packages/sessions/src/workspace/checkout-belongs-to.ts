import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGit, type Git, type GitOptions } from './git.ts';
import { remoteNames } from './remote-url.ts';
import { type RepositoryName } from './workspace-paths.ts';

export interface CheckoutQuestion extends GitOptions {
  readonly cwd: string;
  readonly repository: RepositoryName;
  /** The configured remote; a checkout whose origin is exactly this belongs, whatever the text says. */
  readonly remote?: string;
  /** When given, the checkout must be a worktree of this clone. */
  readonly clone?: string;
}

/**
 * Whether the checkout at `cwd` is one of `repository`, judged by its own origin. No checkout, no origin and no answer
 * mean no: neither an agent is started nor a graph driven in a folder that cannot say whose it is.
 */
export async function checkoutBelongsTo(question: CheckoutQuestion): Promise<boolean> {
  const git = createGit({ ...question, timeoutMs: question.timeoutMs ?? 10_000 });
  const { cwd, clone } = question;
  const top = await git.ask(['-C', cwd, 'rev-parse', '--show-toplevel']);
  if (top.code !== 0 || !(await samePath(top.output.trim(), cwd))) return false;
  if (clone !== undefined && !(await sharesClone(git, cwd, clone))) return false;
  const origin = await git.ask(['-C', cwd, 'config', '--get', 'remote.origin.url']);
  const url = origin.output.trim();
  return origin.code === 0 && (url === question.remote || remoteNames(url, question.repository));
}

async function sharesClone(git: Git, cwd: string, clone: string): Promise<boolean> {
  const common = await git.ask(['-C', cwd, 'rev-parse', '--git-common-dir']);
  return common.code === 0 && (await samePath(resolve(cwd, common.output.trim()), clone));
}

async function samePath(one: string, other: string): Promise<boolean> {
  try {
    return (await realpath(one)) === (await realpath(other));
  } catch {
    return false;
  }
}
