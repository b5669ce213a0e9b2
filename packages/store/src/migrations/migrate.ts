import { LoopError } from '@the-loop/graph-core';
import { type StoreErrorCode } from '../errors.ts';
import { type Database } from '../sqlite/database.ts';
import { initial } from './0001-initial.ts';
import { oneIndexForIdentity } from './0002-one-index-for-identity.ts';

/** In order; the number of a migration is its place, from 1. A published one is never changed. */
const MIGRATIONS: readonly string[] = [initial, oneIndexForIdentity];

/** Marks the file as ours, in SQLite's header field for that. */
const APPLICATION_ID = 0x54_4c_6f_70;

/**
 * Brings a file to the newest layout, each step in its own transaction. Throws STORE_NEWER_SCHEMA for a file of a
 * later version and STORE_FOREIGN_FILE for another program's database.
 */
export function migrate(database: Database, path: string): void {
  refuseForeign(database, path);
  for (let version = versionOf(database, path); version < MIGRATIONS.length; version = versionOf(database, path)) {
    applyNext(database, path);
  }
}

function applyNext(database: Database, path: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another process may have done the step.
    const version = versionOf(database, path);
    const step = MIGRATIONS[version];
    if (step !== undefined) {
      database.exec(step);
      database.exec(`PRAGMA user_version = ${version + 1}`);
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: Database, path: string): number {
  const version = pragma(database, 'user_version');
  if (version <= MIGRATIONS.length) return version;
  throw new LoopError<StoreErrorCode>(
    'STORE_NEWER_SCHEMA',
    `The store ${path} has layout ${version}, and this version knows ${MIGRATIONS.length}.`,
    { remedy: 'Install the version of the-loop that wrote it, or a later one: npm install --global the-loop@latest' },
  );
}

function refuseForeign(database: Database, path: string): void {
  const application = pragma(database, 'application_id');
  if (application === APPLICATION_ID) return;
  const [row] = database.all<{ tables: number }>({
    sql: 'SELECT count(*) AS tables FROM sqlite_schema',
    parameters: [],
  });
  if (application === 0 && row?.tables === 0) return;
  throw new LoopError<StoreErrorCode>('STORE_FOREIGN_FILE', `The file ${path} is the database of another program.`, {
    remedy: 'Point THE_LOOP_STATE to a folder of its own',
  });
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  const [row] = database.all<Record<string, number>>({ sql: `PRAGMA ${name}`, parameters: [] });
  return row?.[name] ?? 0;
}
