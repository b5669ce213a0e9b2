import { type Outbox, type OutboxRow } from '@the-loop/store';
import { type BackOff } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { followersOf } from './followers.ts';
import { type Coalescing } from './perform.ts';
import { type PerformRowPorts, performRow } from './perform-row.ts';
import { primeShaper } from './prime-shaper.ts';
import { createWriteShaper, GITHUB_WRITE_RATES, type WriteRates, type WriteShaper } from './write-rates.ts';

/** What the drain reaches, and how it is tuned. */
export interface OutboxDrainOptions {
  readonly ports: OutboxDrainPorts;
  /** Per host; null for no limit. Default: {@link GITHUB_WRITE_RATES} for every host. */
  readonly rates?: (host: string) => WriteRates | null;
  /** Which rows become one write. Default: none. */
  readonly coalescing?: Coalescing;
  /** Writes under way at once. Default 4. */
  readonly maxConcurrent?: number;
  /** Tries of a failing write before it is given up. Default 10. */
  readonly maxAttempts?: number;
  /** Default: 1 s, doubling, at most 5 min. */
  readonly backOff?: BackOff;
}

/** The ports of the drain. */
export interface OutboxDrainPorts extends PerformRowPorts {
  readonly outbox: Pick<Outbox, 'due' | 'begin' | 'done' | 'retry' | 'dead' | 'inFlight' | 'list'>;
}

/** Makes the stored writes: each lane in order, each write once. */
export interface OutboxDrain {
  /** Looks first for the writes that a crash left in flight, then works on what is due. */
  start(): Promise<void>;
  /** Something was stored. */
  notify(): void;
  /** Begins nothing else; after `graceMs` what runs is aborted and stays in flight for the next start. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
  /** Resolves when nothing runs and nothing is due now. */
  idle(): Promise<void>;
}

interface Drain {
  readonly options: OutboxDrainOptions;
  readonly shaper: WriteShaper;
  readonly abort: AbortController;
  readonly active: Map<string, Promise<void>>;
  pumping: Promise<void> | null;
  hasNews: boolean;
  isStopped: boolean;
  cancelTimer: () => void;
  /** When the timer fires; infinity when none is set. */
  timerAt: number;
  /** Until when each host was last said to be throttled. */
  readonly throttled: Map<string, number>;
}

const BACK_OFF: BackOff = { firstMs: 1_000, maxMs: 300_000 };
const MAX_CONCURRENT = 4;
const MAX_ATTEMPTS = 10;
const GRACE_MS = 10_000;
const PAGE = 200;

/** A drain that has not begun. */
export function createOutboxDrain(options: OutboxDrainOptions): OutboxDrain {
  const drain: Drain = {
    options,
    shaper: createWriteShaper(options.rates ?? (() => GITHUB_WRITE_RATES)),
    abort: new AbortController(),
    active: new Map(),
    pumping: null,
    hasNews: false,
    isStopped: false,
    cancelTimer: () => undefined,
    timerAt: Number.POSITIVE_INFINITY,
    throttled: new Map(),
  };
  return {
    start: async () => {
      await primeShaper(drain.shaper, options.ports.outbox, options.ports.clock.now());
      for (const row of await options.ports.outbox.inFlight()) await recover(drain, row);
      wake(drain);
    },
    notify: () => wake(drain),
    stop: (stopping) => stop(drain, stopping?.graceMs ?? GRACE_MS),
    idle: () => idle(drain),
  };
}

/** A write that may have reached its host is looked for before anything of its lane goes on. */
async function recover(drain: Drain, row: OutboxRow): Promise<void> {
  if (drain.isStopped) return;
  await perform(drain, { row, more: [], repeat: true });
}

function wake(drain: Drain): void {
  drain.hasNews = true;
  if (drain.pumping !== null || drain.isStopped) return;
  drain.pumping = pump(drain)
    .catch((fault: unknown) => {
      drain.options.ports.emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
      wakeAt(drain, drain.options.ports.clock.now() + (drain.options.backOff ?? BACK_OFF).firstMs);
    })
    .finally(() => {
      drain.pumping = null;
      if (drain.hasNews) wake(drain);
    });
}

async function pump(drain: Drain): Promise<void> {
  while (drain.hasNews && !drain.isStopped) {
    drain.hasNews = false;
    const { outbox, clock } = drain.options.ports;
    const due = await outbox.due(clock.now(), PAGE);
    for (const row of due) await beginIfFree(drain, row);
    if (drain.active.size === 0) await wakeForWaiting(drain);
  }
}

async function beginIfFree(drain: Drain, row: OutboxRow): Promise<void> {
  const { maxConcurrent = MAX_CONCURRENT, ports } = drain.options;
  if (drain.isStopped || drain.active.size >= maxConcurrent || drain.active.has(row.lane)) return;
  const now = ports.clock.now();
  const freeAt = drain.shaper.nextAt(row.host, now);
  if (freeAt > now) {
    tellThrottled(drain, row.host, freeAt);
    wakeAt(drain, freeAt);
    return;
  }
  const more = await followersOf(ports.outbox, row, { now, coalescing: drain.options.coalescing });
  const begun = await ports.outbox.begin(row.key);
  if (begun === null) return;
  const joined: OutboxRow[] = [];
  for (const { key } of more) {
    const follower = await ports.outbox.begin(key);
    if (follower !== null) joined.push(follower);
  }
  run(drain, begun, joined);
}

/** Once per host and window. */
function tellThrottled(drain: Drain, host: string, until: number): void {
  if (drain.throttled.get(host) === until) return;
  drain.throttled.set(host, until);
  drain.options.ports.emit({ event: 'outbox.throttled', host, waiting: 1, until: new Date(until).toISOString() });
}

function run(drain: Drain, row: OutboxRow, more: readonly OutboxRow[]): void {
  const running = perform(drain, { row, more, repeat: row.attempts > 1 }).finally(() => {
    drain.active.delete(row.lane);
    wake(drain);
  });
  drain.active.set(row.lane, running);
}

interface Write {
  readonly row: OutboxRow;
  readonly more: readonly OutboxRow[];
  readonly repeat: boolean;
}

/** The rows keep their lane until their end is recorded; a write whose end could not be is looked for before it is repeated. */
async function perform(drain: Drain, { row, more, repeat }: Write): Promise<void> {
  const { ports, maxAttempts = MAX_ATTEMPTS, backOff = BACK_OFF } = drain.options;
  drain.shaper.note(row.host, ports.clock.now());
  const request = { row, maxAttempts, backOff, signal: drain.abort.signal, shaper: drain.shaper };
  for (let isRepeat = repeat; ; isRepeat = true) {
    try {
      const at = await performRow(ports, { ...request, more: isRepeat ? [] : more, repeat: isRepeat });
      if (at !== null) wakeAt(drain, at);
      break;
    } catch (fault) {
      ports.emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: !drain.isStopped });
      if (drain.isStopped) return;
      await new Promise<void>((resolve) => ports.clock.after(backOff.firstMs, resolve));
    }
  }
  await performLeft(drain, more);
}

/** Rows whose end was not recorded together with the first one's are looked for one by one. */
async function performLeft(drain: Drain, more: readonly OutboxRow[]): Promise<void> {
  if (more.length === 0) return;
  const keys = new Set(more.map(({ key }) => key));
  const left = (await drain.options.ports.outbox.inFlight()).filter(({ key }) => keys.has(key));
  for (const row of left) if (!drain.abort.signal.aborted) await perform(drain, { row, more: [], repeat: true });
}

/** Rows that wait for a later try, also those from before a restart. */
async function wakeForWaiting(drain: Drain): Promise<void> {
  const waiting = await drain.options.ports.outbox.list({ status: 'waiting', limit: PAGE });
  const now = drain.options.ports.clock.now();
  const times = waiting.map((row) => row.notBefore).filter((time) => time > now);
  if (times.length > 0) wakeAt(drain, Math.min(...times));
}

/** Keeps the earliest of what is asked for; waking looks for the rest anew. */
function wakeAt(drain: Drain, at: number): void {
  if (drain.isStopped || at >= drain.timerAt) return;
  const { clock } = drain.options.ports;
  drain.cancelTimer();
  drain.timerAt = at;
  drain.cancelTimer = clock.after(Math.max(0, at - clock.now()), () => {
    drain.timerAt = Number.POSITIVE_INFINITY;
    wake(drain);
  });
}

async function idle(drain: Drain): Promise<void> {
  while (drain.pumping !== null || drain.active.size > 0) {
    await drain.pumping;
    await Promise.all(drain.active.values());
  }
}

async function stop(drain: Drain, graceMs: number): Promise<void> {
  drain.isStopped = true;
  drain.cancelTimer();
  const cancel = drain.options.ports.clock.after(graceMs, () => drain.abort.abort());
  await idle(drain);
  cancel();
}
