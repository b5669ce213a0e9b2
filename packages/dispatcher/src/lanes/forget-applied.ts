import { type Inbox } from '@the-loop/store';
import { type AppliedRecord } from '../records/applied-record.ts';

/** Removes what a crash between settling a row and forgetting its progress left. Dead rows may be tried again and keep it. */
export async function forgetApplied(ports: {
  readonly applied: AppliedRecord;
  readonly inbox: Pick<Inbox, 'get'>;
}): Promise<void> {
  for (const delivery of await ports.applied.deliveries()) {
    const row = await ports.inbox.get(Number(delivery));
    const isFinished = row === null || row.status === 'settled' || row.status === 'dropped';
    if (isFinished) await ports.applied.remove(delivery);
  }
}
