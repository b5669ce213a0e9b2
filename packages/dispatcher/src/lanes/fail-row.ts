import { type Emit } from '@the-loop/events';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type BackOff, backOffMs } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { type RowEnd } from './lanes.ts';

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
  /** Tries that failed, this one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly backOff: BackOff;
  /** Null once a decision is stored, and for a row that reached no lane. */
  readonly undecided: { readonly lane: string; readonly logicalKey: string | null } | null;
  /** Ref text of the first work item it names; undefined when it names none. */
  readonly item: string | undefined;
}

/** Records a failed try: the row waits, and its lane with it, or is set aside with the reason. */
export async function failRow(ports: FailPorts, failed: FailedTry): Promise<RowEnd> {
  const { row, attempts, maxAttempts } = failed;
  const error = describeFault(failed.fault);
  const gaveUp = attempts >= maxAttempts;
  ports.emit({
    event: 'dispatch.error',
    gh_event: row.event,
    delivery_id: row.guid,
    work_item: failed.item,
    error,
    will_retry: !gaveUp,
  });
  if (gaveUp) {
    await ports.inbox.dead(row.id, { reason: error });
    return { kind: 'done' };
  }
  const notBefore = ports.clock.now() + backOffMs(failed.backOff, attempts);
  // The lane is noted, so that after a restart nothing of it overtakes the row.
  if (failed.undecided !== null) await ports.inbox.decided(row.id, { ...failed.undecided, decision: null });
  await ports.inbox.retry(row.id, { error, notBefore });
  return { kind: 'again', at: notBefore };
}
