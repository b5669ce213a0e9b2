import { type Emit } from '@the-loop/events';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type BackOff, backOffMs } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { BUSY_WAIT_MS, isBusy } from '../retry/is-busy.ts';
import { isOutage, isOutageOver } from '../retry/is-outage.ts';
import { type RowEnd } from './lanes.ts';
import { rowLost } from './row-lost.ts';

/** What failing a row needs. */
export interface FailPorts {
  readonly inbox: Pick<Inbox, 'decided' | 'retry' | 'dead'>;
  readonly emit: Emit;
  readonly clock: Clock;
}

/** A try that ended in a fault. */
export interface FailedTry {
  readonly row: DeliverySummary;
  readonly fault: unknown;
  /** Tries that failed and count, this one included. */
  readonly attempts: number;
  /** Times it had to wait, this one included: how long it waits grows with them. */
  readonly waits: number;
  readonly maxAttempts: number;
  readonly backOff: BackOff;
  /** Null once a decision is stored, and for a row that reached no lane. */
  readonly undecided: { readonly lane: string; readonly logicalKey: string | null } | null;
  /** Ref text of the first work item it names; undefined when it names none. */
  readonly item: string | undefined;
  /** Whether it is still held while it waits. */
  readonly keepClaim: boolean;
  /** Since when this process knows that somebody else is away; null before it met that. */
  readonly awaySince: number | null;
}

/**
 * Records a failed try: the row waits, and its lane with it, or is set aside with the reason. While GitHub is away no try
 * counts, for a day at most. Throws `DISPATCH_ROW_LOST`.
 */
export async function failRow(ports: FailPorts, failed: FailedTry): Promise<RowEnd> {
  const { row, attempts, maxAttempts, keepClaim } = failed;
  const { fence } = row;
  const error = describeFault(failed.fault);
  const isAway = isOutage(failed.fault);
  if (isBusy(failed.fault)) return waitForAgent(ports, failed);
  const gaveUp = isAway ? isOutageOver(failed.awaySince, ports.clock.now()) : attempts >= maxAttempts;
  ports.emit({
    event: 'dispatch.error',
    gh_event: row.event,
    delivery_id: row.guid,
    work_item: failed.item,
    error,
    will_retry: !gaveUp,
  });
  if (gaveUp) {
    if (!(await ports.inbox.dead(row.id, { reason: error, fence }))) throw rowLost();
    return { kind: 'done' };
  }
  const notBefore = ports.clock.now() + backOffMs(failed.backOff, failed.waits);
  // The lane is noted, so that after a restart nothing of it overtakes the row.
  if (failed.undecided !== null) await ports.inbox.decided(row.id, { ...failed.undecided, decision: null, fence });
  const retried = await ports.inbox.retry(row.id, { error, notBefore, fence, keepClaim, counts: !isAway });
  if (!retried) throw rowLost();
  return { kind: 'again', at: notBefore };
}

/** The lane waits with the row, but for what is urgent; nothing is counted. */
async function waitForAgent({ inbox, clock }: FailPorts, { row, fault, keepClaim }: FailedTry): Promise<RowEnd> {
  const notBefore = clock.now() + BUSY_WAIT_MS;
  const failure = { error: describeFault(fault), notBefore, fence: row.fence, keepClaim, counts: false };
  if (!(await inbox.retry(row.id, failure))) throw rowLost();
  return { kind: 'busy', at: notBefore };
}
