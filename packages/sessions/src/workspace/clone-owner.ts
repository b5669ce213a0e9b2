import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git } from './git.ts';
import { remoteNames } from './remote-url.ts';
import { type RepositoryName, repositoryText, type WorkspacePaths } from './workspace-paths.ts';

const OWNER = 'the-loop.repository';

/** A clone keeps its folder when its repository is called otherwise, so it is asked whose it is. */
type CloneOwner = 'nobody' | 'ours' | 'somebody-else';

export interface CloneQuestion {
  /** The clone's folder. */
  readonly clone: string;
  readonly repository: RepositoryName;
  /** Where the repository is fetched from: all that tells whose a clone is that was made before it said so. */
  readonly remote: string;
}

/** Whose the clone is, seen from a repository; `nobody` where there is none yet. */
export async function cloneOwner(git: Git, { clone, repository, remote }: CloneQuestion): Promise<CloneOwner> {
  if (!(await hasClone(clone))) return 'nobody';
  const owner = await git.ask([`--git-dir=${clone}`, 'config', '--get', OWNER]);
  if (owner.code === 0) return owner.output.trim() === repositoryText(repository) ? 'ours' : 'somebody-else';
  const origin = await git.ask([`--git-dir=${clone}`, 'config', '--get', 'remote.origin.url']);
  const url = origin.output.trim();
  return url === remote || remoteNames(url, repository) ? 'ours' : 'somebody-else';
}

/** Says whose the clone is, and only then where it fetches from: a name in between takes no clone that is on its way. */
export async function giveClone(git: Git, { clone, repository, remote }: CloneQuestion): Promise<void> {
  const set = [`--git-dir=${clone}`, 'config'];
  await git.must([...set, OWNER, repositoryText(repository)], 'say whose the shared clone is');
  await git.must([...set, 'remote.origin.url', remote], 'set the remote of the shared clone');
}

/** The paths beside those that another repository has, which was called so before. */
export function pathsBeside(paths: WorkspacePaths, ordinal: number): WorkspacePaths {
  if (ordinal === 1) return paths;
  const clone = `${paths.clone.slice(0, -'.git'.length)}+${ordinal}.git`;
  return { ...paths, clone, lock: `${clone}.lock`, cwd: `${paths.cwd}+${ordinal}` };
}

/** Whether there is a whole clone. */
export async function hasClone(clone: string): Promise<boolean> {
  return access(join(clone, 'HEAD')).then(
    () => true,
    () => false,
  );
}
