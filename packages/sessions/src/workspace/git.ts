import { spawn } from 'node:child_process';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';

/** How git is run: which program, with which environment, and for how long. */
export interface GitOptions {
  /** Name or path of the program; `git` when absent. */
  readonly gitBinary?: string;
  /**
   * What git may see of the outside: `PATH`, `HOME`, the operator's ssh agent, and the identity
   * (`GIT_AUTHOR_NAME`, …), so that an empty home is enough.
   */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Limit of one git command; ten minutes when absent. */
  readonly timeoutMs?: number;
  /** Another index than the checkout's, for work that must leave that one alone. */
  readonly indexFile?: string;
}

interface GitAnswer {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs git as an argument list, never through a shell. Hooks and prompts are off, and no setting names a repository. */
export interface Git {
  /** Any exit code is an answer; throws when git could not be run, was stopped or took too long. */
  ask(args: readonly string[]): Promise<GitAnswer>;
  /** The trimmed output; throws `WORKSPACE_GIT_FAILED` on any other exit code than 0. `what` names the step. */
  must(args: readonly string[], what: string): Promise<string>;
}

const OUTPUT_LIMIT = 16 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 600_000;
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.autoDetach=false'];
/** Settings that would aim git at another repository or run a program; see https://git-scm.com/docs/git#_environment_variables */
const AIMING =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|EXTERNAL_DIFF|EDITOR|PAGER|TRACE\w*)$/;

/** A {@link Git} over the installed program. Throws `WORKSPACE_GIT_MISSING` on first use when there is none. */
export function createGit(options: GitOptions): Git {
  const ask = (args: readonly string[]): Promise<GitAnswer> => runGit(args, options);
  return {
    ask,
    async must(args, what) {
      const answer = await ask(args);
      if (answer.code === 0) return answer.output.trim();
      throw gitFault(`git could not ${what} (exit code ${answer.code})`, answer);
    },
  };
}

/** The environment git runs in: what is passed on, without settings that aim it elsewhere, and with every prompt off. */
function gitEnvironment(environment: GitOptions['environment']): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !AIMING.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}

/** The fault of a failed step. What git printed is kept as the cause, never in the message. */
function gitFault(message: string, answer: GitAnswer): LoopError<SessionsErrorCode> {
  return new LoopError<SessionsErrorCode>('WORKSPACE_GIT_FAILED', message, {
    remedy: 'Run the step again; when it keeps failing, look at the repository under the workspace root.',
    cause: new Error(answer.errors.slice(-2000)),
  });
}

function runGit(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const binary = options.gitBinary ?? 'git';
  const deadline = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(binary, [...NO_HOOKS, ...args], {
      env: { ...gitEnvironment(options.environment), ...(options.indexFile && { GIT_INDEX_FILE: options.indexFile }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const output = collect(child.stdout);
    const errors = collect(child.stderr);
    const stop = (): void => stopGroup(child.pid);
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', (cause: NodeJS.ErrnoException) => reject(startFault(binary, cause)));
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(stopFault(options.signal, signal));
      else resolve({ code: code ?? 128, output: output(), errors: errors() });
    });
  });
}

function stopFault(asked: AbortSignal | undefined, signal: AbortSignal): Error {
  if (asked?.aborted) return signal.reason instanceof Error ? signal.reason : new Error('git was stopped');
  return new LoopError<SessionsErrorCode>('WORKSPACE_GIT_FAILED', 'git did not finish in time and was stopped', {
    remedy: 'Check that the remote answers, then try again.',
  });
}

function startFault(binary: string, cause: NodeJS.ErrnoException): LoopError<SessionsErrorCode> {
  if (cause.code !== 'ENOENT' && cause.code !== 'EACCES') {
    return new LoopError('WORKSPACE_GIT_FAILED', `"${binary}" could not be started`, { cause });
  }
  return new LoopError('WORKSPACE_GIT_MISSING', `git is needed for a checkout and "${binary}" cannot be run`, {
    remedy: 'Install git (https://git-scm.com/downloads), or set workspace.gitBinary in the configuration.',
    cause,
  });
}

/** Git starts helpers (ssh, https) in its own group; all of them end together. */
function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < OUTPUT_LIMIT) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
