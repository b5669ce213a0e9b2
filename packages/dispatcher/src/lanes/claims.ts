import { type Emit } from '@the-loop/events';
import { type ClaimRequest, type DeliverySummary, type Inbox } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { describeFault } from '../retry/describe-fault.ts';

/** What claiming rows needs. */
export interface ClaimPorts {
  readonly inbox: Pick<Inbox, 'claim' | 'renew' | 'release'>;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Whose claims they are. */
export interface ClaimOptions {
  /** Another for each run of each process. */
  readonly owner: string;
  /** True: others work on the same inbox, so what they have claimed is theirs until its lease is over. */
  readonly shared: boolean;
  /** Called after each renewal: a row that the store had kept back may be there by now. */
  readonly renewed: () => void;
}

/** A row as it was claimed. */
export type ClaimedRow = Pick<DeliverySummary, 'id' | 'fence'>;

/**
 * The rows of the inbox that one dispatcher holds. Each is held under a lease that is renewed until the row is let go;
 * every write about it carries the fence of its claim, so a holder that was away too long changes nothing any more.
 */
export interface Claims {
  /** Claims the rows that wait for their next try, however many. Claims of an earlier run are void unless shared. */
  resume(): Promise<readonly DeliverySummary[]>;
  /** Claims up to `limit` of the rows that may be tried, oldest first. */
  next(limit: number): Promise<readonly DeliverySummary[]>;
  /** False for a row that was let go, and for one whose claim is not the latest any more. */
  holds(row: ClaimedRow): boolean;
  letGo(row: ClaimedRow): void;
  count(): number;
  /** Gives everything back, so that the next to ask may begin at once. */
  release(): Promise<void>;
}

const LEASE_MS = 60_000;
const PAGE = 200;

/** Claims on nothing yet. */
export function createClaims(ports: ClaimPorts, { owner, shared, renewed }: ClaimOptions): Claims {
  const { inbox, clock, emit } = ports;
  /** The fence of each row that is held. */
  const held = new Map<number, number>();
  let cancelRenewal: (() => void) | null = null;
  const voidEarlier = shared ? () => Promise.resolve() : voidOnce(inbox);

  function hold(rows: readonly DeliverySummary[]): readonly DeliverySummary[] {
    for (const { id, fence } of rows) held.set(id, fence);
    if (held.size > 0) cancelRenewal ??= clock.after(LEASE_MS / 3, () => void renew());
    return rows;
  }

  async function claim(which: Pick<ClaimRequest, 'limit' | 'waiting'>): Promise<readonly DeliverySummary[]> {
    await voidEarlier();
    return hold(await inbox.claim({ owner, leaseMs: LEASE_MS, ...which }));
  }

  const holds = ({ id, fence }: ClaimedRow): boolean => held.get(id) === fence;

  const letGo = (row: ClaimedRow): void => {
    if (holds(row)) held.delete(row.id);
  };

  /** Three tries fit into a lease, so one that fails is only told. */
  async function renew(): Promise<void> {
    const asked = [...held];
    try {
      const kept = new Set(await inbox.renew({ owner, leaseMs: LEASE_MS }));
      for (const [id, fence] of asked) if (!kept.has(id)) letGo({ id, fence });
    } catch (fault) {
      emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
    }
    cancelRenewal = null;
    hold([]);
    renewed();
  }

  return {
    resume: () => pages((limit) => claim({ limit, waiting: true })),
    next: (limit) => claim({ limit }),
    holds,
    letGo,
    count: () => held.size,
    release: async () => {
      cancelRenewal?.();
      cancelRenewal = null;
      held.clear();
      await inbox.release(owner);
    },
  };
}

async function pages(
  page: (limit: number) => Promise<readonly DeliverySummary[]>,
): Promise<readonly DeliverySummary[]> {
  const all: DeliverySummary[] = [];
  for (;;) {
    const rows = await page(PAGE);
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}

/** Gives back what an earlier run had claimed, before the first claim of all: else what comes in meanwhile overtakes it. */
function voidOnce(inbox: Pick<Inbox, 'release'>): () => Promise<unknown> {
  let releasing: Promise<unknown> | null = null;
  return () => {
    releasing ??= inbox.release().catch((fault: unknown) => {
      releasing = null;
      throw fault;
    });
    return releasing;
  };
}
