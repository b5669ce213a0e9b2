import { type Database } from './database.ts';
import { type GroupCommit } from './group-commit.ts';

/** What each adapter works with. */
export interface SqlitePort {
  readonly database: Database;
  readonly commits: GroupCommit;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Something Kysely can compile. */
export interface Compilable {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** Reads rows now, and answers each as `toValue` makes it; its parameter says which columns the query has. */
export function read<Value>(
  { database }: SqlitePort,
  query: Compilable,
  toValue: (row: never) => Value,
): Promise<Value[]> {
  return new Promise((resolve) => {
    resolve(database.all<never>(query.compile()).map(toValue));
  });
}

/** Reads the first row now, or null where there is none. */
export function readOne<Value>(
  { database }: SqlitePort,
  query: Compilable,
  toValue: (row: never) => Value,
): Promise<Value | null> {
  return new Promise((resolve) => {
    const row = database.first<{ readonly [column: string]: unknown }>(query.compile());
    resolve(row === null ? null : toValue(row as never));
  });
}

/** Runs one change, durably; answers whether any row changed. */
export function changes({ commits, database }: SqlitePort, query: Compilable): Promise<boolean> {
  const compiled = query.compile();
  return commits.write(() => database.run(compiled) > 0);
}

/** Counts by status, with 0 for those no row has. */
export async function counted<Status extends string>(
  port: SqlitePort,
  query: Compilable,
  none: Readonly<Record<Status, number>>,
): Promise<Readonly<Record<Status, number>>> {
  const rows = await read(port, query, ({ status, n }: { status: Status; n: number }) => [status, n] as const);
  return { ...none, ...Object.fromEntries(rows) };
}

/** Inserts a row unless `existing` answers one: SQLite would use up an id for an insert that is then ignored. */
export function insertNew({ database }: SqlitePort, existing: Compilable, insert: Compilable): 'stored' | 'duplicate' {
  if (database.first(existing.compile()) !== null) return 'duplicate';
  database.run(insert.compile());
  return 'stored';
}
