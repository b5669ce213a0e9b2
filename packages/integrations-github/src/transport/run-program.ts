import { spawn } from 'node:child_process';

/** What a program left behind. `code` is null when a signal ended it. */
export interface ProgramRun {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: string;
  readonly signal: AbortSignal;
}

/** Runs a program without a shell. Rejects when it cannot be started, and with the signal's reason when that ends it. */
export function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  const { signal } = options;
  const [program = '', ...rest] = argv;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, rest, { env: { ...options.env }, stdio: 'pipe', shell: false });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const abort = () => {
      child.kill('SIGKILL');
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (cause) => {
      signal.removeEventListener('abort', abort);
      reject(cause);
    });
    child.on('close', (code) => {
      signal.removeEventListener('abort', abort);
      resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') });
    });
    // A program that ends without reading its input closes the pipe; its exit tells why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin);
  });
}
