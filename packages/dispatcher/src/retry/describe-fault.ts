import { LoopError } from '@the-loop/graph-core';

/** Our own words for a fault: its code and message where it is ours, its kind otherwise. Never remote text. */
export function describeFault(fault: unknown): string {
  if (fault instanceof LoopError) return `${fault.code}: ${fault.message}`;
  return fault instanceof Error ? `unexpected ${fault.name}` : 'unexpected fault';
}
