import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type BackOff } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { type DispatchSettings } from '../settings.ts';
import { type Claims } from './claims.ts';
import { failRow } from './fail-row.ts';
import { UNROUTED } from './lane-finder.ts';
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
  /** Puts a row that passed the guards into its lane. */
  readonly enter: (taken: TakenRow) => Promise<void>;
}

/** The rows that are in memory: filled from the store whenever half of them are done. */
export interface Window {
  /** Something was stored, or may be tried again. */
  wake(): void;
  /** Takes rows that are claimed already. */
  adopt(rows: readonly DeliverySummary[]): Promise<void>;
  /** A row is done with. `unblocks` when the store may have kept rows back because of it. */
  letGo(id: number, unblocks: boolean): void;
  /** Resolves when the filling that is under way has ended. */
  filled(): Promise<void>;
  /** Whether filling is under way or about to begin. */
  isFilling(): boolean;
  /** Takes nothing more. */
  close(): void;
}

/** A window that holds nothing yet. */
export function createWindow(options: WindowOptions): Window {
  const { ports, claims, size, backOff } = options;
  let filling: Promise<void> | null = null;
  let hasNews = false;
  let isClosed = false;

  const isFull = () => claims.count() > size / 2;

  function wake(): void {
    hasNews = true;
    if (filling !== null || isClosed || isFull()) return;
    filling = fill()
      .catch(retryFilling)
      .finally(() => {
        filling = null;
        if (hasNews) wake();
      });
  }

  async function fill(): Promise<void> {
    while (hasNews && !isClosed && !isFull()) {
      hasNews = false;
      const limit = size - claims.count();
      const rows = await claims.next(limit);
      await adopt(rows);
      if (rows.length === limit) hasNews = true;
    }
  }

  /** The store could not be read: said, and tried again when the clock says so. */
  function retryFilling(fault: unknown): void {
    ports.emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
    ports.clock.after(backOff.firstMs, wake);
  }

  async function adopt(rows: readonly DeliverySummary[]): Promise<void> {
    for (const row of rows) {
      if (isClosed) return;
      await take(row);
    }
  }

  async function take(row: DeliverySummary): Promise<void> {
    try {
      const taken = await takeRow(ports, row, options.settings());
      if (taken === null) letGo(row.id, row.lane !== null);
      else await options.enter(taken);
    } catch (fault) {
      await setAside(row, fault);
    }
  }

  /** A row that cannot even be read waits in no lane: nobody can tell whose it is. */
  async function setAside(row: DeliverySummary, fault: unknown): Promise<void> {
    if (!isRowLost(fault)) {
      const attempts = row.attempts + 1;
      const { maxAttempts } = options.settings();
      const undecided = { lane: UNROUTED, logicalKey: null };
      const failed = { row, fault, attempts, waits: attempts, maxAttempts, backOff, undecided, item: undefined };
      const end = await failRow(ports, { ...failed, keepClaim: false });
      if (end.kind === 'again') ports.clock.after(end.at - ports.clock.now(), wake);
    }
    letGo(row.id, true);
  }

  function letGo(id: number, unblocks: boolean): void {
    claims.letGo(id);
    if (unblocks) hasNews = true;
    if (hasNews && !isFull()) wake();
  }

  return {
    wake,
    adopt,
    letGo,
    filled: async () => {
      await filling;
    },
    isFilling: () => filling !== null || (hasNews && !isClosed && !isFull()),
    close: () => {
      isClosed = true;
    },
  };
}
