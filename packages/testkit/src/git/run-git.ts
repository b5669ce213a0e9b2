import { spawn } from 'node:child_process';

/** Who commits in tests, and nothing of the machine's own configuration. */
export const GIT_IDENTITY: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'Test Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_COMMITTER_NAME: 'Test Author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

export interface GitRun {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs git with `environment` and nothing else; any exit code is an answer. Throws only when git cannot be run. */
export function runGit(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<GitRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({
        code: code ?? 128,
        output: Buffer.concat(output).toString(),
        errors: Buffer.concat(errors).toString(),
      });
    });
    child.stdin.end(input);
  });
}
