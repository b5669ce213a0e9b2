import { formatRef } from '@the-loop/graph-core';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { type ClosingReader } from './intake/enrich-closing-references.ts';
import { refsOf } from './intake/read-snapshot.ts';
import { enrichRow } from './lanes/enrich-row.ts';
import { failRow } from './lanes/fail-row.ts';
import { forgetApplied } from './lanes/forget-applied.ts';
import { createLaneFinder, type LaneFinder, UNROUTED } from './lanes/lane-finder.ts';
import { createLanes, type Lanes, type RowEnd } from './lanes/lanes.ts';
import { processRow, type RowPorts } from './lanes/process-row.ts';
import { takeRow } from './lanes/take-row.ts';
import { type TakenRow } from './lanes/taken-row.ts';
import { waitingRows } from './lanes/waiting-rows.ts';
import { type Identities } from './ports.ts';
import { type BackOff, backOffMs } from './retry/back-off.ts';
import { describeFault } from './retry/describe-fault.ts';
import { type DispatchSettings } from './settings.ts';

/** Everything the dispatcher reaches, and how it is tuned. */
export interface DispatcherOptions {
  readonly ports: DispatcherPorts;
  /** Asked per row, so that a change of the configuration counts from the next row on. */
  readonly settings: () => DispatchSettings;
  /** Default: 1 s, doubling, at most 5 min. */
  readonly backOff?: BackOff;
  /** Rows held in memory at most; the rest stays in the store. Default 512. */
  readonly window?: number;
}

/** The ports of the dispatcher. */
export interface DispatcherPorts extends RowPorts {
  readonly inbox: Pick<Inbox, 'open' | 'list' | 'get' | 'decided' | 'settle' | 'retry' | 'dead' | 'seen'>;
  /** Absent: a login alone says who somebody is. */
  readonly identities?: Identities | undefined;
  /** Absent: an event of a pull request says what its payload says. */
  readonly closing?: ClosingReader | undefined;
}

/** Works through the inbox. */
export interface Dispatcher {
  /** Resumes every open row, then works on whatever {@link notify} tells of. */
  start(): Promise<void>;
  /** Something was stored. Cheap; may be called as often as one likes. */
  notify(): void;
  /** Finishes the rows that are being worked on and leaves the rest open. After `graceMs` calls are aborted. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
  /** Resolves when nothing is left that could be worked on now. */
  idle(): Promise<void>;
  counts(): { readonly lanes: number; readonly rows: number; readonly running: number };
}

interface Engine {
  readonly options: DispatcherOptions;
  readonly lanes: Lanes<TakenRow>;
  readonly finder: LaneFinder;
  readonly taken: Set<number>;
  readonly abort: AbortController;
  filling: Promise<void> | null;
  /** Something may be in the store that was not looked at. */
  hasNews: boolean;
  isStopped: boolean;
}

const DEFAULT_BACK_OFF: BackOff = { firstMs: 1_000, maxMs: 300_000 };
const DEFAULT_WINDOW = 512;
const DEFAULT_GRACE_MS = 10_000;
const NAMED_AT_STOP = 50;

/** A dispatcher that has not begun. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const engine: Engine = {
    options,
    lanes: createLanes<TakenRow>({
      cap: () => options.settings().maxConcurrent,
      run: (row, lane) => runRow(engine, row, lane),
      clock: options.ports.clock,
    }),
    finder: createLaneFinder(options.ports.records),
    taken: new Set(),
    abort: new AbortController(),
    filling: null,
    hasNews: false,
    isStopped: false,
  };
  return {
    start: async () => {
      await forgetApplied(options.ports);
      await takeAll(engine, await waitingRows(options.ports.inbox, options.ports.clock.now()));
      wake(engine);
    },
    notify: () => wake(engine),
    stop: (stopping) => stop(engine, stopping?.graceMs ?? DEFAULT_GRACE_MS),
    idle: () => idle(engine),
    counts: () => engine.lanes.counts(),
  };
}

function wake(engine: Engine): void {
  engine.hasNews = true;
  if (engine.filling !== null || engine.isStopped || isFull(engine)) return;
  engine.filling = fill(engine)
    .catch((fault: unknown) => retryFilling(engine, fault))
    .finally(() => {
      engine.filling = null;
      if (engine.hasNews) wake(engine);
    });
}

/** The store could not be read: said, and tried again when the clock says so. */
function retryFilling(engine: Engine, fault: unknown): void {
  const { ports, backOff = DEFAULT_BACK_OFF } = engine.options;
  ports.emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
  ports.clock.after(backOff.firstMs, () => wake(engine));
}

async function fill(engine: Engine): Promise<void> {
  while (engine.hasNews && !engine.isStopped && !isFull(engine)) {
    engine.hasNews = false;
    const limit = windowOf(engine) + engine.taken.size;
    const rows = await engine.options.ports.inbox.open(limit);
    await takeAll(engine, rows);
    if (rows.length === limit) engine.hasNews = true;
  }
}

async function takeAll(engine: Engine, rows: readonly DeliverySummary[]): Promise<void> {
  for (const row of rows) {
    if (engine.isStopped) return;
    if (!engine.taken.has(row.id)) await take(engine, row);
  }
}

async function take(engine: Engine, row: DeliverySummary): Promise<void> {
  const { ports, settings } = engine.options;
  engine.taken.add(row.id);
  try {
    const taken = await takeRow(ports, row, settings());
    if (taken === null) {
      forget(engine, row.id);
      return;
    }
    const links = taken.event.links.map((link) => link.ref);
    const lane = await engine.finder.enter({ links, all: taken.refs });
    ports.emit({
      event: 'dispatch.queued',
      work_item: itemOf(taken),
      gh_event: row.event,
      delivery_id: row.guid,
      spawn: taken.event.command.kind === 'command',
    });
    engine.lanes.push(lane, taken, row.notBefore);
  } catch (fault) {
    await setAside(engine, row, fault);
  }
}

/** A row that cannot even be read waits in no lane: nobody can tell whose it is. */
async function setAside(engine: Engine, row: DeliverySummary, fault: unknown): Promise<void> {
  const { ports, settings, backOff = DEFAULT_BACK_OFF } = engine.options;
  const end = await failRow(ports, {
    row,
    fault,
    attempts: row.attempts + 1,
    maxAttempts: settings().maxAttempts,
    backOff,
    undecided: { lane: UNROUTED, logicalKey: null },
    item: undefined,
  });
  forget(engine, row.id);
  if (end.kind === 'again') ports.clock.after(end.at - ports.clock.now(), () => wake(engine));
}

async function runRow(engine: Engine, taken: TakenRow, lane: string): Promise<RowEnd> {
  const settings = engine.options.settings();
  try {
    if (await movesLane(engine, taken, lane)) return { kind: 'done' };
    await processRow(engine.options.ports, { taken, lane, settings, signal: engine.abort.signal });
    return release(engine, taken, lane);
  } catch (fault) {
    return failTaken(engine, { taken, lane, fault, maxAttempts: settings.maxAttempts });
  }
}

/** What GitHub says beside the payload may make the row another work item's: it then waits in that one's lane. */
async function movesLane(engine: Engine, taken: TakenRow, lane: string): Promise<boolean> {
  const { ports, settings } = engine.options;
  if (taken.enriched === true) return false;
  const event = await enrichRow(ports, taken, { settings: settings(), signal: engine.abort.signal });
  taken.enriched = true;
  if (event === null) return false;
  const before = taken.refs;
  taken.event = event;
  taken.refs = refsOf(event);
  engine.finder.leave(lane, before);
  const own = await engine.finder.enter({ links: event.links.map((link) => link.ref), all: taken.refs });
  if (own === lane) return false;
  engine.lanes.push(own, taken);
  return true;
}

interface FailedRow {
  readonly taken: TakenRow;
  readonly lane: string;
  readonly fault: unknown;
  readonly maxAttempts: number;
}

async function failTaken(engine: Engine, { taken, lane, fault, maxAttempts }: FailedRow): Promise<RowEnd> {
  const { ports, backOff = DEFAULT_BACK_OFF } = engine.options;
  // Stopping is no failure of the row: it stays open as it is.
  if (engine.abort.signal.aborted) return { kind: 'done' };
  taken.attempts += 1;
  const { logicalKey } = taken.event;
  const undecided = taken.decision === null && taken.row.decision === null ? { lane, logicalKey } : null;
  const { row, attempts } = taken;
  try {
    const end = await failRow(ports, { row, fault, attempts, maxAttempts, backOff, undecided, item: itemOf(taken) });
    return end.kind === 'done' ? release(engine, taken, lane) : end;
  } catch (storeFault) {
    ports.emit({ event: 'dispatch.error', delivery_id: row.guid, error: describeFault(storeFault), will_retry: true });
    return { kind: 'again', at: ports.clock.now() + backOffMs(backOff, attempts) };
  }
}

function itemOf({ event }: TakenRow): string {
  const first = event.links[0];
  return first === undefined ? '' : formatRef(first.ref);
}

function release(engine: Engine, taken: TakenRow, lane: string): RowEnd {
  engine.finder.leave(lane, taken.refs);
  // Rows that the store kept back behind this one may be seen now.
  if (taken.attempts > 0) engine.hasNews = true;
  forget(engine, taken.row.id);
  return { kind: 'done' };
}

function forget(engine: Engine, id: number): void {
  engine.taken.delete(id);
  if (engine.hasNews && !isFull(engine)) wake(engine);
}

/** Filling begins again when half of the window is free. */
function isFull(engine: Engine): boolean {
  return engine.taken.size > windowOf(engine) / 2;
}

function windowOf(engine: Engine): number {
  return engine.options.window ?? DEFAULT_WINDOW;
}

async function idle(engine: Engine): Promise<void> {
  do {
    await engine.filling;
    await engine.lanes.quiet();
  } while (engine.filling !== null || (engine.hasNews && !engine.isStopped && !isFull(engine)));
}

async function stop(engine: Engine, graceMs: number): Promise<void> {
  const { ports } = engine.options;
  engine.isStopped = true;
  const cancel = ports.clock.after(graceMs, () => engine.abort.abort());
  await engine.filling;
  const left = await engine.lanes.stop();
  cancel();
  if (left.length === 0) return;
  const delivery_ids = left.slice(0, NAMED_AT_STOP).map(({ row }) => row.guid);
  ports.emit({ event: 'dispatch.abandoned', count: left.length, delivery_ids });
}
