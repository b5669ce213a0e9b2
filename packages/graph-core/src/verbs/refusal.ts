import { type GraphCoreErrorCode } from '../errors.ts';
import { LoopError } from '../loop-error.ts';

type RefusalCode = Extract<GraphCoreErrorCode, `VERB_REFUSED_${string}`>;

/** A verb that cannot be carried out as it was asked for. Nothing has happened. */
export function refusal(code: RefusalCode, message: string, remedy: string): LoopError<GraphCoreErrorCode> {
  return new LoopError<GraphCoreErrorCode>(code, message, { remedy });
}

/** The reason without blanks around it. Throws `VERB_REFUSED_REASON` when there is none. */
export function requireReason(reason: string): string {
  const text = reason.trim();
  if (text !== '') return text;
  throw refusal('VERB_REFUSED_REASON', 'a reason is required', 'Pass --reason "<why>".');
}

/** A name as it may stand in a message. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name);
}
