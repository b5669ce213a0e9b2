import { LoopError } from '@the-loop/graph-core';
import { GithubError } from '@the-loop/integrations-github';

/** Faults of ours that say that something could not be reached or learned, not that it is wrong. */
const PASSING: ReadonlySet<string> = new Set(['DISPATCH_STATE_UNKNOWN', 'WORKSPACE_REMOTE_UNREACHABLE']);

/**
 * Whether a fault says that somebody else is away for the time being: GitHub, the way to it, the remote of a checkout. A
 * row that meets one is not at fault and is not given up for it.
 */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof GithubError) return fault.retry !== 'never';
  const code: unknown = fault instanceof LoopError ? fault.code : null;
  if (typeof code === 'string' && PASSING.has(code)) return true;
  return fault instanceof Error && fault.cause !== undefined && isOutage(fault.cause);
}

/** So long a row outlasts that somebody else is away. */
const OUTAGE_MS = 24 * 3_600_000;

/** Whether an outage has gone on for longer than a row outlasts. */
export function isOutageOver(since: number | null, now: number): boolean {
  return since !== null && now - since >= OUTAGE_MS;
}
