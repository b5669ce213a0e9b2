import { LoopError } from '@the-loop/graph-core';
import { type DispatcherErrorCode } from '../errors.ts';

/** The row is no longer ours: its claim ran out and somebody else has it, or a person ended it. */
export function rowLost(): LoopError<DispatcherErrorCode> {
  return new LoopError<DispatcherErrorCode>('DISPATCH_ROW_LOST', 'the delivery was claimed anew, or ended by a person');
}

export function isRowLost(fault: unknown): boolean {
  return fault instanceof LoopError && fault.code === 'DISPATCH_ROW_LOST';
}
