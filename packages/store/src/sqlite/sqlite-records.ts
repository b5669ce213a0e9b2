import { sql as raw } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import { type RecordFilter, type Records, type StoredRecord } from '../ports/records.ts';
import { prepared } from './prepared.ts';
import { type Compilable, changes, read, readOne, type SqlitePort } from './sqlite-port.ts';
import { sql } from './tables.ts';

/** The records of a SQLite file. A removed record keeps its revision until it is swept. */
export function createSqliteRecords(port: SqlitePort): Records {
  const { now } = port;
  const write = async (query: Compilable) => ((await changes(port, query)) ? 'ok' : 'conflict');
  return {
    get: (kind, key) => readOne(port, presentRow({ kind, key }), toRecord),
    put: async (kind, key, { value, expectedRevision }) => {
      const row = { kind, key, value: encodeJson(value), changed_at: now() };
      return await write(
        expectedRevision === null ? insertedRow(row) : changedRow({ ...row, revision: expectedRevision }),
      );
    },
    list: (kind, filter = {}) => read(port, listQuery(kind, filter), toRecord),
    remove: (kind, key, revision) => write(changedRow({ kind, key, revision, value: null, changed_at: now() })),
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

const presentRow = prepared(['kind', 'key'], ({ kind, key }) => presentRows(kind).where('key', '=', key));

/** A new record, or one that was removed: that one goes on from its old revision. */
const insertedRow = prepared(['kind', 'key', 'value', 'changed_at'], (row) =>
  sql
    .insertInto('records')
    .values({ ...row, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ value: row.value, changed_at: row.changed_at, revision: raw<number>`records.revision + 1` })
        .where('records.value', 'is', null),
    ),
);

const changedRow = prepared(
  ['kind', 'key', 'revision', 'value', 'changed_at'],
  ({ kind, key, revision, value, changed_at }) =>
    sql
      .updateTable('records')
      .set({ value, changed_at, revision: raw<number>`revision + 1` })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('revision', '=', revision)
      .where('value', 'is not', null),
);

function listQuery(kind: string, { prefix, after, limit }: RecordFilter) {
  let query = presentRows(kind).orderBy('key');
  if (prefix !== undefined) query = query.where(raw<string>`substr(key, 1, length(${prefix}))`, '=', prefix);
  if (after !== undefined) query = query.where('key', '>', after);
  return limit === undefined ? query : query.limit(limit);
}

function toRecord({ key, value, revision }: Row): StoredRecord {
  return { key, value: decodeJson(value), revision };
}
