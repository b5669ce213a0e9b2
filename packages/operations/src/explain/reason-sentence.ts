import { REASONS, type Reason, reasonSentence } from '@the-loop/dispatcher';
import { type DropReason, dropReasons } from '@the-loop/router';
import { type DeliverySummary } from '@the-loop/store';
import { readTrace } from './read-trace.ts';

/** Why an operator's verb ended a delivery: the only reasons beside those of guards and of decisions. */
export const operatorReasons = {
  'dropped-by-operator': 'The operator dropped it with: the-loop deliveries drop.',
} as const;

/** The sentence for how a delivery stands. */
export function deliverySentence(row: Pick<DeliverySummary, 'status' | 'reason' | 'decision' | 'error'>): string {
  switch (row.status) {
    case 'open':
      return row.error === '' ? 'It waits for its turn.' : 'It is tried again later.';
    case 'dead':
      return 'It was tried as often as allowed and set aside; nothing of it is lost.';
    case 'settled':
    case 'dropped':
      return endSentence(row);
  }
}

/** Guards and decisions share some names, and say different things by them: which one spoke is in the trace. */
function endSentence({ reason, decision }: Pick<DeliverySummary, 'reason' | 'decision'>): string {
  if (Object.hasOwn(operatorReasons, reason)) return operatorReasons[reason as keyof typeof operatorReasons];
  if (readTrace(decision)?.kind === 'dropped') {
    return Object.hasOwn(dropReasons, reason) ? dropReasons[reason as DropReason] : '';
  }
  return Object.hasOwn(REASONS, reason) ? reasonSentence(reason as Reason) : '';
}
