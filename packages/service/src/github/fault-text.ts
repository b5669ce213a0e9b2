import { type LoopError } from '@the-loop/graph-core';

/** A fault in one line: what happened, then what helps. */
export function faultText({ message, remedy }: Pick<LoopError, 'message' | 'remedy'>): string {
  if (remedy === undefined || remedy === '') return message;
  return /[.!?]$/.test(message) ? `${message} ${remedy}` : `${message}. ${remedy}`;
}
