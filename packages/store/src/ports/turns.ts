export type TurnStatus = 'waiting' | 'running' | 'finished';

/** A prompt for an agent. Two with one key are the same turn. All times are milliseconds since 1970. */
export interface NewTurn {
  readonly key: string;
  /** The conversation it goes to; its turns run one after another, in the order they were put. */
  readonly endpoint: string;
  /** The work item's lane. */
  readonly lane: string;
  readonly kind: 'assignment' | 'event';
  readonly prompt: string;
  readonly createdAt: number;
}

/** A stored turn. */
export interface Turn extends NewTurn {
  /** Grows in the order of putting. */
  readonly id: number;
  readonly status: TurnStatus;
  readonly attempts: number;
  /** The agent's process; null before it exists, or where the runner has none. */
  readonly pid: number | null;
  /** When the system started that process, as the runner reads it: tells it from a later one with the same number. */
  readonly startTime: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** How it ended, in the runner's words; empty until then. */
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly note: string;
}

/** A turn that an agent is about to be given, or was. */
export interface BegunTurn {
  readonly pid: number | null;
  readonly startTime: string | null;
  readonly attempt: number;
  /** Where it was found: a rename may have come in between. Absent: wherever it is. */
  readonly of?: Pick<NewTurn, 'endpoint' | 'lane'>;
}

/** Which turns to list; newest first. */
export interface TurnFilter {
  readonly status?: TurnStatus;
  readonly endpoint?: string;
  readonly lane?: string;
  /** Only those with a smaller id. */
  readonly before?: number;
  readonly limit: number;
}

/** Prompts for agents, each given once. Writes are durable when their promise resolves. */
export interface Turns {
  /** Stores turns whose key is new; answers, in order, which were. */
  put(turns: readonly NewTurn[]): Promise<('stored' | 'duplicate')[]>;
  get(key: string): Promise<Turn | null>;
  /** The oldest waiting turn of a conversation; null while one of its turns runs. */
  next(endpoint: string): Promise<Turn | null>;
  /** Conversations that `next` has a turn for, sorted. */
  ready(): Promise<string[]>;
  /**
   * Marks a waiting turn running, or notes the process of a running one. False when it is finished, unknown, in another
   * conversation than `of`, or when another turn of the conversation runs.
   */
  begin(key: string, run: BegunTurn): Promise<boolean>;
  /** Ends a turn that waits or runs. */
  finish(
    key: string,
    end: { readonly status: string; readonly exitCode: number | null; readonly note: string },
  ): Promise<boolean>;
  /** Lets a running or finished turn wait again; the tries stay counted. */
  requeue(key: string): Promise<boolean>;
  /** Turns marked running, oldest first: after a start, those a crash interrupted. */
  running(): Promise<Turn[]>;
  list(filter: TurnFilter): Promise<Turn[]>;
  count(): Promise<Readonly<Record<TurnStatus, number>>>;
}
