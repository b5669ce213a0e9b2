import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { GIT_IDENTITY, runGit } from './run-git.ts';

/** Files by path relative to the repository. */
export type Files = Readonly<Record<string, string>>;

export interface PushedBranch {
  /** New files and new contents, on top of what `from` has. */
  readonly files: Files;
  readonly message?: string;
  /** Branch to begin at when the branch does not exist yet; `main` when absent. */
  readonly from?: string;
}

export interface LoggedCommit {
  readonly sha: string;
  readonly author: string;
  readonly subject: string;
}

/** Bare repositories on disk that stand in for a forge's. */
export interface Repositories {
  /** The remote to clone from: an absolute path. `repository` is `owner/repo`. */
  remote(repository: string): string;
  /** Commits files to a branch, made when missing. Answers the new head. */
  pushBranch(repository: string, branch: string, commit: PushedBranch): Promise<string>;
  /** Merges a branch into another one with a merge commit, as a forge does. Answers the new head. */
  merge(repository: string, branch: string, into?: string): Promise<string>;
  deleteBranch(repository: string, branch: string): Promise<void>;
  /** The head commit; null when there is no such branch. */
  head(repository: string, branch: string): Promise<string | null>;
  branches(repository: string): Promise<readonly string[]>;
  /** Null when the file is not there. */
  readFile(repository: string, branch: string, path: string): Promise<string | null>;
  /** Paths of all files, sorted. */
  listFiles(repository: string, branch: string): Promise<readonly string[]>;
  /** Newest first. */
  log(repository: string, branch: string): Promise<readonly LoggedCommit[]>;
}

export interface RepositoriesOptions {
  /** The first commit of every repository; a README when absent. */
  readonly files?: Files;
  /** PATH and whatever else git needs; the caller's own when absent. */
  readonly path?: string;
}

/**
 * Makes a bare repository with a first commit on `main` for each `owner/repo`, under `<root>/<owner>/<repo>.git`.
 * Uses no home directory and no configuration of the machine.
 */
export async function createRepositories(
  root: string,
  names: readonly string[],
  options: RepositoriesOptions = {},
): Promise<Repositories> {
  const environment = { ...GIT_IDENTITY, PATH: options.path ?? process.env['PATH'] ?? '' };
  const remote = (name: string): string => join(root, `${checkName(name)}.git`);
  for (const name of names) await createRepository(remote(name), options.files ?? firstFiles(name), environment);
  return repositoriesOver(remote, environment);
}

type Environment = Readonly<Record<string, string>>;

async function createRepository(directory: string, files: Files, environment: Environment): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  await must(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', '--', directory], environment);
  await commitFiles({ directory, branch: 'main', parent: null, environment }, files, 'First commit');
}

function repositoriesOver(remote: (name: string) => string, environment: Environment): Repositories {
  const at = (name: string): string => `--git-dir=${remote(name)}`;
  const head = async (name: string, branch: string): Promise<string | null> => {
    const answer = await runGit(
      [at(name), 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`],
      environment,
    );
    return answer.code === 0 ? answer.output.trim() : null;
  };
  return {
    remote,
    head,
    async pushBranch(name, branch, commit) {
      const parent = (await head(name, branch)) ?? (await head(name, commit.from ?? 'main'));
      const target = { directory: remote(name), branch, parent, environment };
      return commitFiles(target, commit.files, commit.message ?? `Work on ${branch}`);
    },
    merge: (name, branch, into = 'main') => mergeBranch(remote(name), { branch, into }, environment),
    async deleteBranch(name, branch) {
      await must([at(name), 'update-ref', '-d', `refs/heads/${branch}`], environment);
    },
    async branches(name) {
      return lines(await must([at(name), 'for-each-ref', '--format=%(refname:short)', 'refs/heads'], environment));
    },
    async readFile(name, branch, path) {
      const answer = await runGit([at(name), 'show', `refs/heads/${branch}:${path}`], environment);
      return answer.code === 0 ? answer.output : null;
    },
    async listFiles(name, branch) {
      return lines(await must([at(name), 'ls-tree', '-r', '--name-only', `refs/heads/${branch}`], environment)).sort();
    },
    async log(name, branch) {
      const format = '--format=%H%x09%an%x09%s';
      return lines(await must([at(name), 'log', format, `refs/heads/${branch}`], environment)).map((line) => {
        const [sha = '', author = '', ...subject] = line.split('\t');
        return { sha, author, subject: subject.join('\t') };
      });
    },
  };
}

interface CommitTarget {
  readonly directory: string;
  readonly branch: string;
  readonly parent: string | null;
  readonly environment: Environment;
}

async function commitFiles(target: CommitTarget, files: Files, message: string): Promise<string> {
  const { directory, branch, parent, environment } = target;
  const work = await mkdtemp(join(tmpdir(), 'the-loop-commit-'));
  try {
    const here: Environment = {
      ...environment,
      GIT_DIR: directory,
      GIT_WORK_TREE: work,
      GIT_INDEX_FILE: join(work, '.index'),
    };
    await must(parent ? ['read-tree', parent] : ['read-tree', '--empty'], here);
    for (const [path, content] of Object.entries(files)) await addFile(work, path, content);
    const paths = Object.keys(files);
    if (paths.length > 0) await must(['add', '--force', '--', ...paths], { ...here, GIT_DIR: directory }, work);
    const tree = await must(['write-tree'], here);
    const commit = await must(['commit-tree', tree, ...(parent ? ['-p', parent] : []), '-m', message], here);
    await must(['update-ref', `refs/heads/${branch}`, commit], here);
    return commit;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function mergeBranch(
  directory: string,
  { branch, into }: { readonly branch: string; readonly into: string },
  environment: Environment,
): Promise<string> {
  const at = `--git-dir=${directory}`;
  const work = await mkdtemp(join(tmpdir(), 'the-loop-merge-'));
  const tree = join(work, 'tree');
  try {
    await must([at, 'worktree', 'add', '--quiet', '--detach', '--', tree, into], environment);
    await must(['-C', tree, 'merge', '--quiet', '--no-ff', '-m', `Merge ${branch} into ${into}`, branch], environment);
    const merged = await must(['-C', tree, 'rev-parse', 'HEAD'], environment);
    await must([at, 'update-ref', `refs/heads/${into}`, merged], environment);
    return merged;
  } finally {
    await runGit([at, 'worktree', 'remove', '--force', '--', tree], environment);
    await rm(work, { recursive: true, force: true });
  }
}

async function addFile(work: string, path: string, content: string): Promise<void> {
  if (isAbsolute(path) || normalize(path).startsWith('..')) throw new Error(`"${path}" leads out of the repository`);
  await mkdir(dirname(join(work, path)), { recursive: true });
  await writeFile(join(work, path), content);
}

async function must(args: readonly string[], environment: Environment, cwd?: string): Promise<string> {
  const answer = await runGit(cwd === undefined ? args : ['-C', cwd, ...args], environment);
  if (answer.code !== 0) throw new Error(`git ${args.join(' ')} failed: ${answer.errors}`);
  return answer.output.trim();
}

function checkName(name: string): string {
  if (!/^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/.test(name)) throw new Error(`"${name}" is not owner/repo`);
  return name;
}

function firstFiles(name: string): Files {
  return { 'README.md': `# ${name}\n` };
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
