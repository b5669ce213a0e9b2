import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface CommitAgeQuestion {
  /** A checkout that has the commit. */
  readonly cwd: string;
  readonly commit: string;
  /** Milliseconds since 1970. */
  readonly than: number;
  readonly gitBinary: string;
  readonly environment: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Whether a commit was made at or before an instant, by its committer's clock. False where git cannot say. */
export async function isCommitOlder({
  cwd,
  commit,
  than,
  gitBinary,
  environment,
}: CommitAgeQuestion): Promise<boolean> {
  if (!COMMIT.test(commit)) return false;
  try {
    const argv = ['-C', cwd, 'show', '--no-patch', '--format=%ct', `${commit}^{commit}`, '--'];
    const { stdout } = await run(gitBinary, argv, { env: { ...environment }, timeout: 10_000 });
    return /^\d{1,12}\s*$/.test(stdout) && Number(stdout) * 1000 <= than;
  } catch {
    // The commit is not here: it is not known to be old.
    return false;
  }
}
