import { type Inbox } from '@the-loop/store';
import { type ClaimPorts, type Claims, createClaims } from './lanes/claims.ts';
import { forgetApplied } from './lanes/forget-applied.ts';
import { createLaneFinder, type LaneFinder, namesOf } from './lanes/lane-finder.ts';
import { createLanes, type Lanes } from './lanes/lanes.ts';
import { itemOf, type RunPorts, runRow } from './lanes/run-row.ts';
import { type TakenRow } from './lanes/taken-row.ts';
import { urgencyOf } from './lanes/urgency.ts';
import { createWindow, type Window, type WindowPorts } from './lanes/window.ts';
import { type BackOff } from './retry/back-off.ts';
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
  /** In whose name rows are claimed: another for each run of each process. Default: one for the only one. */
  readonly owner?: string;
  /** True: other processes work on the same inbox. Default false: what an earlier run had claimed is free. */
  readonly shared?: boolean;
}

/** The ports of the dispatcher. Without `identities` a login alone says who somebody is. */
export type DispatcherPorts = RunPorts & WindowPorts & { readonly inbox: ClaimPorts['inbox'] & Pick<Inbox, 'get'> };

/** Works through the inbox. */
export interface Dispatcher {
  /** Resumes every open row, then works on whatever {@link notify} tells of. */
  start(): Promise<void>;
  /** Something was stored. Cheap; may be called as often as one likes. */
  notify(): void;
  /** Finishes the rows that are being worked on and gives the rest back. After `graceMs` calls are aborted. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
  /** Resolves when nothing is left that could be worked on now. */
  idle(): Promise<void>;
  counts(): { readonly lanes: number; readonly rows: number; readonly running: number };
}

interface Engine {
  readonly options: DispatcherOptions;
  readonly lanes: Lanes<TakenRow>;
  readonly claims: Claims;
  readonly window: Window;
  readonly abort: AbortController;
}

const DEFAULT_BACK_OFF: BackOff = { firstMs: 1_000, maxMs: 300_000 };
const DEFAULT_WINDOW = 512;
const DEFAULT_GRACE_MS = 10_000;
const NAMED_AT_STOP = 50;

/** A dispatcher that has not begun. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const engine = createEngine(options);
  const { lanes, window, claims } = engine;
  return {
    start: async () => {
      await forgetApplied(options.ports);
      await window.adopt(await claims.resume());
      window.wake();
    },
    notify: () => window.wake(),
    stop: (stopping) => stop(engine, stopping?.graceMs ?? DEFAULT_GRACE_MS),
    idle: () => idle(engine),
    counts: () => lanes.counts(),
  };
}

function createEngine(options: DispatcherOptions): Engine {
  const { ports, settings, backOff = DEFAULT_BACK_OFF, window: size = DEFAULT_WINDOW } = options;
  const { owner = 'dispatcher', shared = false } = options;
  const abort = new AbortController();
  const claims: Claims = createClaims(ports, { owner, shared, renewed: () => window.wake() });
  const finder = createLaneFinder(ports.records);
  const lanes: Lanes<TakenRow> = createLanes<TakenRow>({
    cap: () => settings().maxConcurrent,
    run: (taken, lane) =>
      runRow({ ports, claims, window, finder, lanes, settings, backOff, signal: abort.signal }, taken, lane),
    order: ({ row }) => row.id,
    urgency: ({ event }) => urgencyOf(event),
    clock: ports.clock,
    waits: () => window.look(),
  });
  const enter = (taken: TakenRow) => enterLane({ ports, finder, lanes }, taken);
  const window: Window = createWindow({
    ...{ ports, claims, settings, backOff, size, enter },
    named: (repository) => finder.named(repository),
    parked: () => lanes.parked(),
  });
  return { options, lanes, claims, window, abort };
}

interface Entrance {
  readonly ports: DispatcherPorts;
  readonly finder: LaneFinder;
  readonly lanes: Lanes<TakenRow>;
}

async function enterLane({ ports, finder, lanes }: Entrance, taken: TakenRow): Promise<void> {
  const { row, event, ahead } = taken;
  const place = await finder.enter(namesOf(event, ahead));
  taken.place = place;
  ports.emit({
    event: 'dispatch.queued',
    work_item: itemOf(taken),
    gh_event: row.event,
    delivery_id: row.guid,
    spawn: event.command.kind === 'command',
  });
  lanes.push(place.lane, taken, row.notBefore);
}

async function idle({ window, lanes }: Engine): Promise<void> {
  do {
    await window.filled();
    await lanes.quiet();
  } while (window.isFilling());
}

async function stop({ options, window, lanes, claims, abort }: Engine, graceMs: number): Promise<void> {
  const { ports } = options;
  window.close();
  const cancel = ports.clock.after(graceMs, () => abort.abort());
  await window.filled();
  const left = await lanes.stop();
  cancel();
  await claims.release();
  if (left.length === 0) return;
  const delivery_ids = left.slice(0, NAMED_AT_STOP).map(({ row }) => row.guid);
  ports.emit({ event: 'dispatch.abandoned', count: left.length, delivery_ids });
}
