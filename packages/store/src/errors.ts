import { LoopError } from '@the-loop/graph-core';

/** Every fault this package throws. STORE_BUSY and STORE_FULL may pass; the others need a person. */
export type StoreErrorCode =
  | 'STORE_UNAVAILABLE'
  | 'STORE_NEWER_SCHEMA'
  | 'STORE_FOREIGN_FILE'
  | 'STORE_CORRUPT'
  | 'STORE_BUSY'
  | 'STORE_FULL'
  | 'STORE_READ_ONLY'
  | 'STORE_FAILED'
  | 'STORE_CLOSED'
  | 'STORE_NOT_JSON';

interface Kind {
  readonly match: RegExp;
  readonly code: StoreErrorCode;
  readonly message: string;
  readonly remedy: string;
}

const KINDS: readonly Kind[] = [
  {
    match: /^SQLITE_(?:BUSY|LOCKED)/,
    code: 'STORE_BUSY',
    message: 'The store is held by another process.',
    remedy: 'Try again; see who holds it with: the-loop status',
  },
  {
    match: /^SQLITE_FULL/,
    code: 'STORE_FULL',
    message: 'The disk of the store is full.',
    remedy: 'Make room on the disk of the state folder',
  },
  {
    match: /^SQLITE_(?:NOTADB|CORRUPT)/,
    code: 'STORE_CORRUPT',
    message: 'The file of the store is damaged or no database.',
    remedy: 'Move the file away and restore it from a backup',
  },
  {
    match: /^SQLITE_(?:READONLY|PERM|AUTH)/,
    code: 'STORE_READ_ONLY',
    message: 'The store cannot be written.',
    remedy: 'Give this user the right to write to the state folder',
  },
];

/** A fault of the database in our own words; faults that are ours already stay as they are. */
export function translateFault(cause: unknown): LoopError {
  if (cause instanceof LoopError) return cause as LoopError;
  const sqlite = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const kind = KINDS.find(({ match }) => match.test(sqlite));
  if (kind !== undefined) return new LoopError<StoreErrorCode>(kind.code, kind.message, { remedy: kind.remedy, cause });
  return new LoopError<StoreErrorCode>('STORE_FAILED', 'The store could not do what it was asked.', {
    remedy: 'Look at the cause with: the-loop logs',
    cause,
  });
}

/** The fault of a store that was closed. */
export function closedFault(): LoopError<StoreErrorCode> {
  return new LoopError('STORE_CLOSED', 'The store is closed.', { remedy: 'Open it again' });
}
