import { LoopError } from '@the-loop/graph-core';

/** How long a row waits for an agent that is at work. */
export const BUSY_WAIT_MS = 5_000;

/** Whether a fault says that an agent or a write is at work on the item: however long that takes, it is no fault of the row. */
export function isBusy(fault: unknown): boolean {
  return fault instanceof LoopError && fault.code === 'DISPATCH_ITEM_BUSY';
}
