import { sql as raw } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import { type RecordFilter, type Records, type StoredRecord } from '../ports/records.ts';
import { read, type SqlitePort } from './sqlite-port.ts';
import { sql } from './tables.ts';

/** The records of a SQLite file. A removed record keeps its revision until it is swept. */
export function createSqliteRecords(port: SqlitePort): Records {
  const { database, commits, now } = port;
  return {
    get: async (kind, key) => (await read(port, presentRows(kind).where('key', '=', key), toRecord))[0] ?? null,
    put: async (kind, key, { value, expectedRevision }) => {
      const text = encodeJson(value);
      const query =
        expectedRevision === null
          ? insertQuery({ kind, key, value: text, revision: 1, changed_at: now() })
          : changeQuery({ kind, key, expectedRevision }).set({ value: text, changed_at: now() }).compile();
      return await commits.write(() => (database.run(query) > 0 ? 'ok' : 'conflict'));
    },
    list: (kind, filter = {}) => read(port, listQuery(kind, filter), toRecord),
    remove: (kind, key, expectedRevision) => {
      const query = changeQuery({ kind, key, expectedRevision }).set({ value: null, changed_at: now() }).compile();
      return commits.write(() => (database.run(query) > 0 ? 'ok' : 'conflict'));
    },
  };
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
}

function presentRows(kind: string) {
  return sql
    .selectFrom('records')
    .select(['key', 'value', 'revision'])
    .where('kind', '=', kind)
    .where('value', 'is not', null);
}

/** A new record, or one that was removed: that one goes on from its old revision. */
function insertQuery(row: { kind: string; key: string; value: string; revision: number; changed_at: number }) {
  return sql
    .insertInto('records')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ value: row.value, changed_at: row.changed_at, revision: raw<number>`records.revision + 1` })
        .where('records.value', 'is', null),
    )
    .compile();
}

function changeQuery({ kind, key, expectedRevision }: { kind: string; key: string; expectedRevision: number }) {
  return sql
    .updateTable('records')
    .set({ revision: raw<number>`revision + 1` })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('revision', '=', expectedRevision)
    .where('value', 'is not', null);
}

function listQuery(kind: string, { prefix, after, limit }: RecordFilter) {
  let query = presentRows(kind).orderBy('key');
  if (prefix !== undefined) query = query.where(raw<string>`substr(key, 1, length(${prefix}))`, '=', prefix);
  if (after !== undefined) query = query.where('key', '>', after);
  return limit === undefined ? query : query.limit(limit);
}

function toRecord({ key, value, revision }: Row): StoredRecord {
  return { key, value: decodeJson(value), revision };
}
