import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isCode } from '../is-code.ts';

export interface SpecTree {
  /** The checkout. */
  readonly cwd: string;
  /** Folder of all items, relative to the repository. */
  readonly specDir: string;
  readonly gitBinary: string;
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

/**
 * Keeps the items' folder out of the commits of a repository that did not adopt the process, in a file that git does not share.
 * Answers whether that is new. Rejects when git cannot say where the file is.
 */
export async function excludeSpecTree({ cwd, specDir, gitBinary, environment }: SpecTree): Promise<boolean> {
  const asked = ['-C', cwd, 'rev-parse', '--git-path', 'info/exclude'];
  const { stdout } = await run(gitBinary, asked, { env: { ...environment }, timeout: 10_000 });
  const file = path.resolve(cwd, stdout.trim());
  const line = path.posix.join('/', specDir, '/');
  const text = await textOf(file);
  if (text.split(/\r?\n/).includes(line)) return false;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
  return true;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  }
}
