import { type EndOutcome } from '../process/end-process-tree.ts';
import { type ProcessIdentity, type ProcessState } from '../process/process-identity.ts';

/** One run of an agent: a prompt in, an exit status out. */
export interface TurnRequest {
  /** Folder of the logs: `refKey` of the conversation. */
  readonly endpoint: string;
  /** The turn's key; it names the log file after its digest, so any text will do. */
  readonly turn: string;
  /** argv; `{promptFile}`, `{sessionId}`, `{workItem}` and `{cwd}` are replaced inside single elements. */
  readonly command: readonly string[];
  /** `prompt`: the prompt is written to the standard input once the start is recorded. `none`: it is closed. */
  readonly stdin: 'prompt' | 'none';
  readonly prompt: string;
  readonly sessionId: string;
  /** Ref text. */
  readonly workItem: string;
  readonly cwd: string;
  /** The whole environment of the process; see `sessionEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Records the process before it learns what to do: a prompt on stdin is written only after this has resolved. */
  onStarted(started: ProcessIdentity): Promise<void>;
}

interface FinishedTurn {
  /** The last lines of the log, at most 4 kB, without control characters. Untrusted text: for people, never for a prompt. */
  readonly tail: string;
  readonly logFile: string;
  /** Processes the agent left running, which were ended. */
  readonly leftovers: number;
}

export type TurnOutcome =
  | ({ readonly kind: 'exited'; readonly code: number } & FinishedTurn)
  | ({ readonly kind: 'signalled'; readonly signal: string } & FinishedTurn)
  | ({ readonly kind: 'timeout' | 'aborted'; readonly ended: EndOutcome } & FinishedTurn)
  | {
      readonly kind: 'not-started';
      readonly reason: 'cwd-missing' | 'agent-missing' | 'refused';
      readonly message: string;
      readonly remedy: string;
    };

/** Runs agents. One implementation per way of hosting a process. */
export interface SessionHost {
  /** Runs one turn to its end. Aborting ends the agent and everything it started. Throws only when `onStarted` does. */
  run(turn: TurnRequest, signal: AbortSignal): Promise<TurnOutcome>;
  /** Whether a recorded process still runs; after a restart, too. */
  probe(pid: number, startTime: string): Promise<ProcessState>;
  /** Ends a recorded process and its descendants; a pid that names another process by now is never signalled. */
  end(pid: number, startTime: string, graceMs: number): Promise<EndOutcome>;
}
