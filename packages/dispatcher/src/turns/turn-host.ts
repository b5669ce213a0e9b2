import { type Turn } from '@the-loop/store';
import { type Conversation } from '../records/find-conversation.ts';

/** A process, as it is written down. */
export interface RunningProcess {
  readonly pid: number;
  readonly startTime: string;
}

/** How a turn ended. Texts are in our own words. */
export interface TurnEnd {
  /** The agent did what a turn is for; anything else is tried again. */
  readonly ok: boolean;
  /** One word, such as `exited`, `timeout`, `not-started`. */
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly note: string;
  /** The agent took the prompt in, so the next turn continues its conversation. */
  readonly begun: boolean;
  /** False where trying again cannot help, such as an agent that is not configured. */
  readonly retriable: boolean;
}

/** One try of a turn. */
export interface TurnRun {
  readonly turn: Turn;
  readonly conversation: Conversation;
  /** Counts from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** To be awaited before the agent learns its prompt. */
  started(process: RunningProcess): Promise<void>;
}

/** Runs agents. */
export interface TurnHost {
  run(run: TurnRun): Promise<TurnEnd>;
  /** Whether a recorded process still runs; `unknown` counts as running. */
  probe(process: RunningProcess): Promise<'running' | 'gone' | 'unknown'>;
  /** Ends a recorded process and its descendants. */
  end(process: RunningProcess): Promise<void>;
}
