import { type Emit } from '@the-loop/events';
import { type Turn, type Turns } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type Conversation } from '../records/find-conversation.ts';
import { type RecordStore } from '../records/record-store.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type BackOff, backOffMs } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { type TurnEnd, type TurnHost } from './turn-host.ts';

/** What the turn loop reaches, and how it is tuned. */
export interface TurnLoopOptions {
  readonly ports: TurnLoopPorts;
  /** Turns under way at once; asked each time. */
  readonly maxConcurrent: () => number;
  /** Tries of one turn. Default 3. */
  readonly maxAttempts?: number;
  /** Default: 5 s, doubling, at most 5 min. */
  readonly backOff?: BackOff;
  /** How often an adopted process is looked at, in milliseconds. Default 1000. */
  readonly probeMs?: number;
}

/** The ports of the turn loop. */
export interface TurnLoopPorts {
  readonly turns: Turns;
  readonly records: Pick<RecordStore, 'get'>;
  readonly sessions: Pick<SessionRecords, 'change'>;
  readonly host: TurnHost;
  readonly emit: Emit;
  readonly clock: Clock;
  /**
   * Whether an assignment is still one: false when its loop has left the node, as after a claim whose agent failed later. Asked
   * before each try, and when the end of an agent was not seen.
   */
  readonly stands: (turn: Turn, conversation: Conversation) => Promise<boolean>;
  /** Told after a turn ended for good, and after every adopted one; the place to look at what the agent left. */
  readonly finished: (turn: Turn, end: TurnEnd) => Promise<void>;
}

/** A running turn. */
interface ActiveTurn {
  readonly abort: AbortController;
  readonly finished: Promise<void>;
}

/** What the parts of the loop share. */
export interface TurnEngine {
  readonly options: TurnLoopOptions;
  /** By endpoint. */
  readonly active: Map<string, ActiveTurn>;
  /** Conversations that wait after a failure, and until when. */
  readonly resting: Map<string, number>;
  /** Lanes of items that get another name. */
  readonly held: Set<string>;
  pumping: Promise<void> | null;
  hasNews: boolean;
  isStopped: boolean;
  /** Something may begin. */
  readonly wake: () => void;
}

export const TURN_BACK_OFF: BackOff = { firstMs: 5_000, maxMs: 300_000 };
export const TURN_ATTEMPTS = 3;
/** A conversation waits after a failure, so that nothing of it overtakes the turn that failed. */
export function rest(
  engine: TurnEngine,
  endpoint: string,
  { fault, attempts }: { readonly fault: unknown; readonly attempts: number },
): void {
  const { ports, backOff = TURN_BACK_OFF } = engine.options;
  if (fault !== null) ports.emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
  const wait = backOffMs(backOff, attempts);
  engine.resting.set(endpoint, ports.clock.now() + wait);
  ports.clock.after(wait, () => {
    engine.resting.delete(endpoint);
    engine.wake();
  });
}
