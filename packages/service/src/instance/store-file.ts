import path from 'node:path';

/** The database of a state root. It is there once a service has run on it. */
export function storeFile(stateRoot: string): string {
  return path.join(stateRoot, 'the-loop.db');
}
