import { type DecisionTrace } from '@the-loop/dispatcher';
import { type DeliverySummary } from '@the-loop/store';
import { readTrace } from '../explain/read-trace.ts';
import { deliverySentence } from '../explain/reason-sentence.ts';
import { instant } from '../render/instant.ts';
import { laneName } from '../render/lane-name.ts';

/** A delivery as it is listed. Instants are ISO 8601, UTC. */
export interface ListedDelivery {
  readonly id: number;
  readonly guid: string;
  readonly host: string;
  readonly hook: string;
  readonly source: DeliverySummary['source'];
  readonly event: string;
  /** Empty until it was looked at, and where GitHub gives none. */
  readonly action: string;
  /** Who did it; empty until it was looked at, and where GitHub names nobody. */
  readonly actor: string;
  readonly receivedAt: string;
  readonly status: DeliverySummary['status'];
  /** The work item it was decided for, or the first one it names; empty when none is known. */
  readonly workItem: string;
  readonly reason: string;
  readonly sentence: string;
  /** Tries that failed, the one that made it a dead letter included. */
  readonly attempts: number;
  /** Null unless it waits for another try. */
  readonly nextTry: string | null;
  readonly error: string;
}

/** What is listed of a stored delivery. */
export function listedDelivery(row: DeliverySummary): ListedDelivery {
  const trace = readTrace(row.decision);
  const { id, guid, host, hook, source, event, status, reason, error } = row;
  const attempts = status === 'dead' ? row.attempts + 1 : row.attempts;
  return {
    id,
    guid,
    host,
    hook,
    source,
    event,
    ...happening(trace),
    receivedAt: instant(row.receivedAt),
    status,
    workItem: row.lane === null || row.lane === 'unrouted' ? (trace?.links[0]?.ref ?? '') : laneName(row.lane),
    reason,
    sentence: deliverySentence(row),
    attempts,
    nextTry: status === 'open' && attempts > 0 ? instant(row.notBefore) : null,
    error,
  };
}

function happening(trace: DecisionTrace | null): Pick<ListedDelivery, 'action' | 'actor'> {
  if (trace === null) return { action: '', actor: '' };
  const { action, actor } = trace.kind === 'dropped' ? trace : trace.event;
  return { action, actor };
}

/** `issue_comment.created`. */
export function happeningName({ event, action }: Pick<ListedDelivery, 'event' | 'action'>): string {
  return action === '' ? event : `${event}.${action}`;
}
