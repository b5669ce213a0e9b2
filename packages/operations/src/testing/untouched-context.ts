import { type OperationContext } from '../operation-context.ts';

/** A context that counts how often anything was reached through it: what is refused must reach nothing. */
export interface UntouchedContext extends OperationContext {
  readonly reached: () => number;
}

/** For verbs that are to be refused before they begin. */
export function untouchedContext(isAgent = false): UntouchedContext {
  let reached = 0;
  const touch = () => {
    reached += 1;
    return Promise.reject(new Error('reached'));
  };
  return {
    isAgent,
    verbs: touch,
    events: { query: touch },
    memory: touch,
    files: { read: touch, write: touch },
    graphs: touch,
    harness: touch,
    reached: () => reached,
  };
}
