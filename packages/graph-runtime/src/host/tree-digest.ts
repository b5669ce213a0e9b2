/** Where files are, and what git is started with. */
export interface TreePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const timeoutMs = 30_000;

/**
 * The name git gives to the files of a checkout as they are now, `without` one directory; ignored files do not count. Nothing that
 * is staged or committed changes. Empty where there is no git, no checkout, or too much to read in time.
 */
export async function treeDigest({ cwd, env, signal }: TreePlace, without: string): Promise<string> {
  const [{ execFile }, { mkdtemp, rm }, { tmpdir }, path, { promisify }] = await Promise.all([
    import('node:child_process'),
    import('node:fs/promises'),
    import('node:os'),
    import('node:path'),
    import('node:util'),
  ]);
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-tree-'));
  const options = { cwd, timeout: timeoutMs, env: { ...env, GIT_INDEX_FILE: path.join(folder, 'index') }, signal };
  const git = async (...args: string[]) => (await promisify(execFile)('git', args, options)).stdout.trim();
  try {
    await git('add', '--all', '--', ':/', `:(exclude,top,literal)${without}`);
    return await git('write-tree');
  } catch {
    // Which files were tested is then not known, which the fact says by an empty name.
    return '';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
