import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Two commits of a pull request: what somebody judged, and what is asked about now. */
export interface ComparedCommits {
  readonly reviewed: string;
  readonly head: string;
}

export interface SameWorkQuestion extends ComparedCommits {
  /** A checkout that has both commits. */
  readonly cwd: string;
  /** The item's directory, relative to the repository. */
  readonly directory: string;
  readonly gitBinary: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const run = promisify(execFile);
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Whether two commits hold the same work: outside of the item's directory they are equal. False where git cannot say. */
export async function isSameWork(question: SameWorkQuestion): Promise<boolean> {
  const { cwd, directory, reviewed, head, gitBinary, environment } = question;
  if (!COMMIT.test(reviewed) || !COMMIT.test(head)) return false;
  const paths = [':/', `:(exclude,top,literal)${directory}`];
  try {
    await run(gitBinary, ['-C', cwd, 'diff', '--quiet', '--no-ext-diff', reviewed, head, '--', ...paths], {
      env: { ...environment },
      timeout: 10_000,
    });
    return true;
  } catch {
    // It differs, or a commit is not here: either way the review is not known to be about the head.
    return false;
  }
}
