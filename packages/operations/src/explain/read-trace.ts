import { type DecisionTrace } from '@the-loop/dispatcher';
import * as v from 'valibot';

const TraceSchema = v.looseObject({ version: v.literal(1), kind: v.picklist(['decided', 'dropped']) });

/** The trace that is stored with a delivery; null when there is none. */
export function readTrace(decision: unknown): DecisionTrace | null {
  return isTrace(decision) ? decision : null;
}

/** The dispatcher wrote it, so its kind is judged and its fields are trusted. */
function isTrace(value: unknown): value is DecisionTrace {
  return v.is(TraceSchema, value);
}
