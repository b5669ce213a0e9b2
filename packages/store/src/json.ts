import { LoopError } from '@the-loop/graph-core';
import { type StoreErrorCode } from './errors.ts';

/** The JSON text of a value. Throws STORE_NOT_JSON for a value that has none. */
export function encodeJson(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch (cause) {
    throw notJson(cause);
  }
  throw notJson();
}

/** The value of a JSON text this package wrote. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text);
}

function notJson(cause?: unknown): LoopError<StoreErrorCode> {
  return new LoopError('STORE_NOT_JSON', 'A value to be stored cannot be written as JSON.', {
    remedy: 'Store plain objects, lists, texts, numbers, booleans and null',
    cause,
  });
}
