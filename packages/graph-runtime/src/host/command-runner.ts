import { type CommandRunner, type LoopAddress } from '@the-loop/graph-core';
import { treeDigest } from './tree-digest.ts';

/** Where a verification command runs. The environment is the session's, never the caller's own by default. */
export interface CommandRunnerOptions {
  readonly cwd: string;
  /** Where a loop's pull request has its own checkout; `cwd` when absent. */
  readonly cwdOf?: (address: LoopAddress) => Promise<string>;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Answer = Awaited<ReturnType<CommandRunner['run']>>;

const tailLines = 20;
const tailBytes = 4_000;

function tailOf(text: string): string[] {
  return text
    .slice(-tailBytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-tailLines);
}

/** Ends the command with everything it started: it was started as the head of its own process group. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function runCommand(argv: readonly string[], timeoutMs: number, options: CommandRunnerOptions): Promise<Answer> {
  const { spawn } = await import('node:child_process');
  const [file = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let isLate = false;
    const end = () => {
      if (child.pid !== undefined) endGroup(child.pid);
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutMs);
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-2 * tailBytes);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    options.signal?.addEventListener('abort', end, { once: true });
    child.on('error', (error) => {
      clearTimeout(timer);
      if ('code' in error && error.code === 'ENOENT') resolve({ kind: 'not-found' });
      else reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
      resolve(isLate ? { kind: 'timeout' } : { kind: 'exited', code: code ?? 1, tail: tailOf(output) });
    });
  });
}

/** Runs commands without a shell, in a process group of their own that ends with them. */
export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  return {
    run: async (argv, { timeoutMs, address }) =>
      runCommand(argv, timeoutMs, { ...options, cwd: await placeOf(options, address) }),
    tree: async ({ without, address }) => treeDigest({ ...options, cwd: await placeOf(options, address) }, without),
  };
}

async function placeOf({ cwd, cwdOf }: CommandRunnerOptions, address: LoopAddress | undefined): Promise<string> {
  return address === undefined || cwdOf === undefined ? cwd : cwdOf(address);
}
