import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { type EndOutcome, endLeftovers, endProcessTree } from '../process/end-process-tree.ts';
import { type ProcessIdentity, probeProcess, startTimeOf } from '../process/process-identity.ts';
import { expandCommand, wantsPromptFile } from './expand-command.ts';
import { type SessionHost, type TurnOutcome, type TurnRequest } from './turn.ts';
import { openTurnLog, readLogTail, type TurnFiles, turnFiles } from './turn-log.ts';

export interface ProcessHostOptions {
  /** Folder of the logs, made when missing, for the owner only. */
  readonly logRoot: string;
  /** Between SIGTERM and SIGKILL, on a time limit or an abort; five seconds when absent. */
  readonly graceMs?: number;
}

type NotStarted = Extract<TurnOutcome, { kind: 'not-started' }>;
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Runs each turn as a process of its own session, its output in a file. The process outlives this one: after a restart
 * it is found again by pid and start time.
 */
export function createProcessHost(options: ProcessHostOptions): SessionHost {
  const graceMs = options.graceMs ?? 5_000;
  return {
    run: (turn, signal) => runTurn({ ...options, graceMs }, turn, signal),
    probe: (pid, startTime) => probeProcess({ pid, startTime }),
    end: (pid, startTime, grace) => endProcessTree({ pid, startTime }, grace),
  };
}

async function runTurn(
  options: Required<ProcessHostOptions>,
  turn: TurnRequest,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  signal.throwIfAborted();
  const files = turnFiles(options.logRoot, turn.endpoint, turn.turn);
  const argv = expandCommand(turn.command, { ...turn, promptFile: files.promptFile });
  if (!(await isFolder(turn.cwd)))
    return notStarted(
      'cwd-missing',
      `the folder ${turn.cwd} of the session does not exist`,
      'Prepare the workspace again.',
    );
  const { file, from } = await openTurnLog(files);
  try {
    if (wantsPromptFile(turn.command)) await writePrompt(files, turn.prompt);
    const child = await start(argv, turn, file.fd);
    if ('kind' in child) return child;
    return await attend({ options, turn, signal, files, from }, child);
  } finally {
    await file.close();
    await rm(files.promptFile, { force: true });
  }
}

interface Attendance {
  readonly options: Required<ProcessHostOptions>;
  readonly turn: TurnRequest;
  readonly signal: AbortSignal;
  readonly files: TurnFiles;
  readonly from: number;
}

async function attend(attendance: Attendance, child: ChildProcess): Promise<TurnOutcome> {
  const { options, turn, signal, files, from } = attendance;
  const exited = exitOf(child);
  const pid = child.pid ?? 0;
  const leader: ProcessIdentity = { pid, startTime: await startTimeOf(pid) };
  try {
    await turn.onStarted(leader);
  } catch (error) {
    await endStarted(leader, child, options.graceMs);
    throw error;
  }
  givePrompt(child, turn);
  const limit = AbortSignal.timeout(Math.min(turn.timeoutMs, 0x7fff_ffff));
  const stopped = await exitOrStop(exited, AbortSignal.any([signal, limit]));
  const ended = stopped ? await endStarted(leader, child, options.graceMs) : 'ended';
  const leftovers = await endLeftovers(pid, options.graceMs);
  const finished = { tail: await readLogTail(files.logFile, from), logFile: files.logFile, leftovers };
  if (stopped) return { kind: signal.aborted ? 'aborted' : 'timeout', ended, ...finished };
  const { code, signal: by } = await exited;
  return by === null
    ? { kind: 'exited', code: code ?? 0, ...finished }
    : { kind: 'signalled', signal: by, ...finished };
}

async function start(
  argv: readonly [string, ...string[]],
  turn: TurnRequest,
  log: number,
): Promise<ChildProcess | NotStarted> {
  const [program, ...args] = argv;
  try {
    const child = spawn(program, args, {
      cwd: turn.cwd,
      env: turn.environment,
      detached: true,
      stdio: [turn.stdin === 'prompt' ? 'pipe' : 'ignore', log, log],
    });
    await once(child, 'spawn');
    return child;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'EACCES' || code === 'ENOEXEC';
    const remedy = 'Correct sessions.agents in the configuration, or install the agent.';
    return notStarted(
      missing ? 'agent-missing' : 'refused',
      `the agent "${program}" cannot be run (${code || 'refused by the system'})`,
      remedy,
    );
  }
}

/** An agent that ends without reading its prompt is no fault of ours; its exit status tells. */
function givePrompt(child: ChildProcess, turn: TurnRequest): void {
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(turn.prompt);
}

/** The process is our own child and not yet collected, so its pid cannot name another one even without a start time. */
async function endStarted(leader: ProcessIdentity, child: ChildProcess, graceMs: number): Promise<EndOutcome> {
  const outcome = await endProcessTree(leader, graceMs);
  if (outcome !== 'refused') return outcome;
  return child.kill('SIGKILL') ? 'killed' : 'gone';
}

/** True when the signal came first. */
async function exitOrStop(exited: Promise<Exit>, signal: AbortSignal): Promise<boolean> {
  const watch = new AbortController();
  const stopped = new Promise<boolean>((resolve) => {
    const stop = (): void => resolve(true);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { signal: watch.signal });
  });
  try {
    return await Promise.race([exited.then(() => false), stopped]);
  } finally {
    watch.abort();
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

async function writePrompt(files: TurnFiles, prompt: string): Promise<void> {
  await rm(files.promptFile, { force: true });
  await writeFile(files.promptFile, prompt, { mode: 0o600, flag: 'wx' });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function notStarted(reason: NotStarted['reason'], message: string, remedy: string): NotStarted {
  return { kind: 'not-started', reason, message, remedy };
}
