import { type DecisionTrace } from '@the-loop/dispatcher';
import { type DeliverySummary } from '@the-loop/store';
import { listedDelivery } from '../deliveries/listed-delivery.ts';
import { readTrace } from './read-trace.ts';

/** A command to begin that was heard and could not be carried out yet. */
export interface FailedStart {
  /** Number of the delivery. */
  readonly id: number;
  readonly error: string;
  /** Null once it was given up. */
  readonly nextTry: string | null;
}

/** The newest command that would begin the work and failed; null where none waits or was given up. */
export function failedStart(unfinished: readonly DeliverySummary[]): FailedStart | null {
  const failed = unfinished.find(
    (row) => (row.status === 'dead' || row.attempts > 0) && begins(readTrace(row.decision)),
  );
  if (failed === undefined) return null;
  const { id, status, reason, error, nextTry } = listedDelivery(failed);
  return { id, error: status === 'dead' ? reason : error, nextTry };
}

function begins(trace: DecisionTrace | null): boolean {
  return trace?.kind === 'decided' && trace.decision.effects.some(({ kind }) => kind === 'spawn');
}
