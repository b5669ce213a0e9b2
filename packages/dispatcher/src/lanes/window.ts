import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type BackOff } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { type DispatchSettings } from '../settings.ts';
import { type ClaimedRow, type Claims } from './claims.ts';
import { failRow } from './fail-row.ts';
import { handfuls } from './handfuls.ts';
import { type LaneFinder, UNROUTED } from './lane-finder.ts';
import { isRowLost } from './row-lost.ts';
import { type TakePorts, takeRow } from './take-row.ts';
import { type TakenRow } from './taken-row.ts';

/** What filling the window needs. */
export interface WindowPorts extends TakePorts {
  readonly inbox: TakePorts['inbox'] & Pick<Inbox, 'retry' | 'dead'>;
  readonly clock: Clock;
}

export interface WindowOptions {
  readonly ports: WindowPorts;
  readonly claims: Claims;
  readonly settings: () => DispatchSettings;
  readonly backOff: BackOff;
  /** Rows held in memory at most; the rest stays in the store. */
  readonly size: number;
  /** Rows in memory that only wait for their next try: while a host is away they must not keep others out. */
  readonly parked: () => number;
  /** What rows in memory name of a repository. */
  readonly named: LaneFinder['named'];
  /** Puts a row that passed the guards into its lane. */
  readonly enter: (taken: TakenRow) => Promise<void>;
}

/** The rows that are in memory: filled from the store whenever half of them are done. */
export interface Window {
  /** Something was stored, or may be tried again. */
  wake(): void;
  /** Takes rows that are claimed already. */
  adopt(rows: readonly DeliverySummary[]): Promise<void>;
  /** Rows may have begun to wait, so there may be room for others. */
  look(): void;
  /** A row is done with. `unblocks` when the store may have kept rows back because of it. */
  letGo(row: ClaimedRow, unblocks: boolean): void;
  /** Resolves when the filling that is under way has ended. */
  filled(): Promise<void>;
  /** Whether filling is under way or about to begin. */
  isFilling(): boolean;
  /** Takes nothing more. */
  close(): void;
}

/** What waits for a host that is away takes at most so many windows. */
const MOST_WINDOWS = 16;

/** A window that holds nothing yet. */
export function createWindow(options: WindowOptions): Window {
  return new RowWindow(options);
}

class RowWindow implements Window {
  readonly #options: WindowOptions;
  #filling: Promise<void> | null = null;
  /** Something may be in the store that was not looked at. */
  #hasNews = false;
  #isClosed = false;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  wake(): void {
    this.#hasNews = true;
    if (this.#filling !== null || !this.#mayFill()) return;
    this.#filling = this.#fill()
      .catch((fault: unknown) => this.#fillLater(fault))
      .finally(() => {
        this.#filling = null;
        if (this.#hasNews) this.wake();
      });
  }

  async adopt(rows: readonly DeliverySummary[]): Promise<void> {
    for (const handful of handfuls(rows)) {
      const bodies = await this.#bodiesOf(handful);
      for (const row of handful) {
        if (this.#isClosed) return;
        await this.#take(row, bodies.get(row.id));
      }
    }
  }

  letGo(row: ClaimedRow, unblocks: boolean): void {
    this.#options.claims.letGo(row);
    if (unblocks) this.#hasNews = true;
    this.look();
  }

  look(): void {
    if (this.#hasNews && this.#mayFill()) this.wake();
  }

  async filled(): Promise<void> {
    await this.#filling;
  }

  isFilling(): boolean {
    return this.#filling !== null || (this.#hasNews && this.#mayFill());
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Filling begins again when half of the window is free. */
  #mayFill(): boolean {
    const { claims, size } = this.#options;
    return !this.#isClosed && this.#busy() <= size / 2 && claims.count() < size * MOST_WINDOWS;
  }

  #busy(): number {
    return this.#options.claims.count() - this.#options.parked();
  }

  async #fill(): Promise<void> {
    const { claims, size } = this.#options;
    while (this.#hasNews && this.#mayFill()) {
      this.#hasNews = false;
      const limit = size - this.#busy();
      const rows = await claims.next(limit);
      await this.adopt(rows);
      if (rows.length === limit) this.#hasNews = true;
    }
  }

  /** The store could not be read: said, and tried again when the clock says so. */
  #fillLater(fault: unknown): void {
    const { ports, backOff } = this.#options;
    ports.emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
    ports.clock.after(backOff.firstMs, () => this.wake());
  }

  /** What cannot be read together is read row by row, so that a fault is that of its row. */
  #bodiesOf(rows: readonly DeliverySummary[]): Promise<ReadonlyMap<number, Uint8Array>> {
    return this.#options.ports.inbox.bodies(rows.map(({ id }) => id)).catch(() => new Map());
  }

  /** Never rejects: the other rows of a batch are taken whatever becomes of one. */
  async #take(row: DeliverySummary, body?: Uint8Array): Promise<void> {
    const { ports, settings, named, enter } = this.#options;
    try {
      const taken = await takeRow(ports, { row, body }, { settings: settings(), named });
      if (taken === 'spread') this.#hasNews = true;
      if (taken === null || taken === 'spread') this.letGo(row, row.lane !== null);
      else await enter(taken);
    } catch (fault) {
      await this.#setAside(row, fault).catch((storeFault: unknown) => this.#takeLater(row, storeFault));
    }
  }

  /** A row that cannot even be read waits in no lane: nobody can tell whose it is. */
  async #setAside(row: DeliverySummary, fault: unknown): Promise<void> {
    if (!isRowLost(fault)) await this.#fail(row, fault);
    this.letGo(row, true);
  }

  async #fail(row: DeliverySummary, fault: unknown): Promise<void> {
    const { ports, settings, backOff } = this.#options;
    const tries = row.attempts + 1;
    const end = await failRow(ports, {
      ...{ row, fault, backOff, attempts: tries, waits: tries, maxAttempts: settings().maxAttempts },
      ...{ undecided: { lane: UNROUTED, logicalKey: null }, item: undefined, keepClaim: false, awaySince: null },
    });
    if (end.kind !== 'done') ports.clock.after(end.at - ports.clock.now(), () => this.wake());
  }

  /** The store failed as well: the row is still held, and taken once more when the store may answer again. */
  #takeLater(row: DeliverySummary, storeFault: unknown): void {
    const { ports, backOff } = this.#options;
    if (isRowLost(storeFault)) {
      this.letGo(row, true);
      return;
    }
    const error = describeFault(storeFault);
    ports.emit({ event: 'dispatch.error', delivery_id: row.guid, error, will_retry: true });
    ports.clock.after(backOff.firstMs, () => void this.#take(row));
  }
}
