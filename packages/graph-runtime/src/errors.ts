import { LoopError, type LoopErrorOptions } from '@the-loop/graph-core';

/** Codes of the faults this package raises. */
export type RuntimeErrorCode =
  | 'GRAPH_LOOP_UNKNOWN'
  | 'GRAPH_LOOP_UNREADABLE'
  | 'GRAPH_PIN_LOST'
  | 'HOOK_CANCELLED'
  | 'HOOK_TIMEOUT'
  | 'ITEM_FILE_TOO_LARGE'
  | 'ITEM_FILE_UNREADABLE'
  | 'ITEM_PATH_ESCAPES'
  | 'ITEM_REPOSITORY_MISSING'
  | 'ITEM_SPEC_DIR_ESCAPES'
  | 'STATE_NEWER'
  | 'STATE_OF_ANOTHER_ITEM'
  | 'STATE_OF_ANOTHER_REPOSITORY'
  | 'VERB_REFUSED_ADDRESS'
  | 'VERB_REFUSED_ANSWER'
  | 'VERB_REFUSED_CONFLICT'
  | 'VERB_REFUSED_LOOP';

/** Whether something thrown is a fault with a code. */
export function isLoopError(error: unknown): error is LoopError {
  return error instanceof LoopError;
}

/** A fault of this package, by its code. */
export function runtimeError(code: RuntimeErrorCode, message: string, options?: LoopErrorOptions): LoopError {
  return new LoopError(code, message, options);
}
