import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type StoreErrorCode } from './errors.ts';
import { migrate } from './migrations/migrate.ts';
import { type Store } from './ports/store.ts';
import { type Database, openDatabase } from './sqlite/database.ts';
import { createGroupCommit } from './sqlite/group-commit.ts';
import { renameSqlite } from './sqlite/rename.ts';
import { createSqliteEventLog } from './sqlite/sqlite-event-log.ts';
import { createSqliteInbox } from './sqlite/sqlite-inbox.ts';
import { createSqliteOutbox } from './sqlite/sqlite-outbox.ts';
import { createSqliteRecords } from './sqlite/sqlite-records.ts';
import { createSqliteTurns } from './sqlite/sqlite-turns.ts';
import { sweepSqlite } from './sqlite/sweep.ts';

/** Where the file is, and the clock. */
export interface StoreOptions {
  /** Absolute path of the file; it and its folder are made when they are not there. */
  readonly path: string;
  readonly now: () => Date;
}

/** How long to wait for another process that writes. */
const BUSY_MS = 5000;

/**
 * Opens the store, bringing its file to the newest layout. The file can be read by its owner only. Throws
 * STORE_UNAVAILABLE, STORE_NEWER_SCHEMA, STORE_FOREIGN_FILE, STORE_CORRUPT or STORE_BUSY.
 */
export async function openStore({ path, now }: StoreOptions): Promise<Store> {
  await preparePrivateFile(path);
  const database = openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    migrate(database, path);
    // A write counts only when it is on the disk: WAL with a sync for every commit.
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA journal_size_limit = 67108864');
  } catch (error) {
    database.close();
    throw error;
  }
  return assemble(database, () => now().getTime());
}

function assemble(database: Database, now: () => number): Store {
  const commits = createGroupCommit(database);
  const port = { database, commits, now };
  let closing: Promise<void> | null = null;
  return {
    inbox: createSqliteInbox(port),
    outbox: createSqliteOutbox(port),
    turns: createSqliteTurns(port),
    records: createSqliteRecords(port),
    eventLog: createSqliteEventLog(port),
    rename: (renaming) => renameSqlite(port, renaming),
    sweep: (limits) => sweepSqlite(port, limits),
    close: () => {
      closing ??= commits.drain().then(() => {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        database.close();
      });
      return closing;
    },
  };
}

/** SQLite gives its side files the mode of the main one, so that has to be right before it is opened. */
async function preparePrivateFile(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await (await open(path, 'a', 0o600)).close();
    await chmod(path, 0o600);
  } catch (cause) {
    throw new LoopError<StoreErrorCode>('STORE_UNAVAILABLE', `The store ${path} cannot be opened.`, {
      remedy: `Give this user the right to write to ${dirname(path)}, or set THE_LOOP_STATE to another folder`,
      cause,
    });
  }
}
