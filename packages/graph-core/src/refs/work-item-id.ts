import { type GraphCoreErrorCode } from '../errors.ts';
import { LoopError } from '../loop-error.ts';

const ITEM_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Whether the text can name a work item's directory: one path segment of letters, digits, `.`, `_` and `-`. */
export function isWorkItemId(id: string): boolean {
  return typeof id === 'string' && ITEM_ID.test(id);
}

/** Throws `ITEM_ID_INVALID` unless {@link isWorkItemId}. Every command and route passes here before it builds a path. */
export function checkWorkItemId(id: string): void {
  if (isWorkItemId(id)) return;
  throw new LoopError<GraphCoreErrorCode>(
    'ITEM_ID_INVALID',
    `${JSON.stringify(id.slice(0, 120))} is not a work item id`,
    { remedy: 'Use 1 to 100 letters, digits, dots, underscores or hyphens, beginning with a letter or digit.' },
  );
}
