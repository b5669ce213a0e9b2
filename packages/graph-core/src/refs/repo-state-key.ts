import { type GraphCoreErrorCode } from '../errors.ts';
import { LoopError } from '../loop-error.ts';
import { isGithubName, isRefHost } from './github-name.ts';

/** An owner that could be confused with the separator makes two repositories share a key. */
function isKeyOwner(owner: string): boolean {
  return isGithubName(owner) && !owner.startsWith('_') && !owner.endsWith('_') && !owner.includes('__');
}

/** A port would put a colon into a directory name. */
function isKeyHost(host: string): boolean {
  return isRefHost(host) && !host.includes(':');
}

/**
 * The directory name of a repository: `Octo/Infra` to `octo__infra`, `ghe.corp.example/octo/infra` to
 * `ghe.corp.example__octo__infra`. Blanks at both ends are trimmed.
 *
 * Throws `REPO_INVALID`: a name is refused, never rewritten, because a rewritten one files the state of one repository
 * under another's name.
 */
export function repoStateKey(repo: string): string {
  const parts = repo.trim().split('/');
  const [owner = '', name = ''] = parts.slice(-2);
  const hostIsSound = parts.length === 2 || (parts.length === 3 && isKeyHost(parts[0] ?? ''));
  if (!hostIsSound || !isKeyOwner(owner) || !isGithubName(name)) {
    throw new LoopError<GraphCoreErrorCode>(
      'REPO_INVALID',
      `${JSON.stringify(repo.slice(0, 120))} is not a repository; expected <owner>/<repo> or <host>/<owner>/<repo>`,
      { remedy: 'Pass --pr-repo <owner>/<repo>.' },
    );
  }
  return parts.join('__').toLowerCase();
}

/**
 * The directory of a pull request's inner loop below the item's directory. An absent or empty `repo` means the
 * repository the ticket is in.
 *
 * Throws `PULL_REQUEST_INVALID` or `REPO_INVALID`.
 */
export function innerLoopStateDir(specDir: string, prNumber: number, repo = ''): string {
  if (!Number.isSafeInteger(prNumber) || prNumber < 1 || prNumber > 9_999_999_999) {
    throw new LoopError<GraphCoreErrorCode>(
      'PULL_REQUEST_INVALID',
      'a pull request number is a positive integer of at most ten digits',
      { remedy: 'Pass --pr <number>.' },
    );
  }
  const repository = repo === '' ? '' : `${repoStateKey(repo)}/`;
  return `${specDir}/pr-loops/${repository}pr-${prNumber}`;
}
