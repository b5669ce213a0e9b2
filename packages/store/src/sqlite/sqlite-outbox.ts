import { sql as raw, type Selectable } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import {
  type NewOutboxRow,
  type Outbox,
  type OutboxFilter,
  type OutboxRow,
  type OutboxStatus,
} from '../ports/outbox.ts';
import { type Compilable, changes, counted, insertNew, read, type SqlitePort } from './sqlite-port.ts';
import { sql, type Tables } from './tables.ts';

type Row = Selectable<Tables['outbox']>;

/** The outbox of a SQLite file. */
export function createSqliteOutbox(port: SqlitePort): Outbox {
  const { database, commits, now } = port;
  const many = (query: Compilable) => read(port, query, toOutboxRow);
  const rows = sql.selectFrom('outbox').selectAll();
  const from = (key: string, statuses: readonly OutboxStatus[]) =>
    sql.updateTable('outbox').where('key', '=', key).where('status', 'in', statuses);

  return {
    put: async (fresh) => {
      const inserts = fresh.map(insertQuery);
      return await commits.write(() => inserts.map(({ existing, insert }) => insertNew(port, existing, insert)));
    },
    get: async (key) => (await many(rows.where('key', '=', key)))[0] ?? null,
    due: (at, limit) => many(dueQuery(at).limit(limit)),
    begin: (key) => {
      const started = { status: 'in-flight', attempts: raw<number>`attempts + 1` } as const;
      const query = from(key, ['waiting']).set(started).returningAll().compile();
      return commits.write(() => database.all<Row>(query).map(toOutboxRow)[0] ?? null);
    },
    done: async (key, result) => {
      const done = { status: 'done', result: encodeJson(result), error: '', finished_at: now() } as const;
      return await changes(port, from(key, ['in-flight']).set(done));
    },
    retry: (key, { error, notBefore }) =>
      changes(port, from(key, ['in-flight']).set({ status: 'waiting', error, not_before: notBefore })),
    dead: (key, error) =>
      changes(port, from(key, ['waiting', 'in-flight']).set({ status: 'dead', error, finished_at: now() })),
    requeue: (key) => {
      const again = { status: 'waiting', not_before: 0, finished_at: null } as const;
      const attempts = raw<number>`CASE status WHEN 'dead' THEN 0 ELSE attempts END`;
      return changes(port, from(key, ['waiting', 'dead', 'in-flight']).set({ ...again, attempts }));
    },
    inFlight: () => many(rows.where('status', '=', 'in-flight').orderBy('id')),
    list: (filter) => many(listQuery(filter)),
    count: () =>
      counted(
        port,
        sql
          .selectFrom('outbox')
          .select(['status', raw<number>`count(*)`.as('n')])
          .groupBy('status'),
        NONE,
      ),
  };
}

const NONE = { waiting: 0, 'in-flight': 0, done: 0, dead: 0 };

function insertQuery(row: NewOutboxRow) {
  const { key, lane, host, kind, payload, createdAt, source } = row;
  const values = {
    key,
    lane,
    host,
    kind,
    payload: encodeJson(payload),
    created_at: createdAt,
    source: encodeJson(source),
  };
  return {
    existing: sql.selectFrom('outbox').select('id').where('key', '=', key),
    insert: sql.insertInto('outbox').values(values),
  };
}

function dueQuery(at: number) {
  return sql
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('not_before', '<=', at)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('outbox as other')
            .select('other.id')
            .whereRef('other.lane', '=', 'outbox.lane')
            .where('other.status', 'in', ['waiting', 'in-flight'])
            .where((of) => of.or([of('other.id', '<', of.ref('outbox.id')), of('other.status', '=', 'in-flight')])),
        ),
      ),
    )
    .orderBy('id');
}

function listQuery({ status, lane, host, before, limit }: OutboxFilter) {
  let query = sql.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit);
  if (status !== undefined) query = query.where('status', '=', status);
  if (lane !== undefined) query = query.where('lane', '=', lane);
  if (host !== undefined) query = query.where('host', '=', host);
  return before === undefined ? query : query.where('id', '<', before);
}

/** A row as the port speaks of it. */
export function toOutboxRow(row: Row): OutboxRow {
  return {
    id: row.id,
    key: row.key,
    lane: row.lane,
    host: row.host,
    kind: row.kind,
    payload: decodeJson(row.payload),
    createdAt: row.created_at,
    source: decodeJson(row.source),
    status: row.status,
    attempts: row.attempts,
    notBefore: row.not_before,
    error: row.error,
    result: decodeJson(row.result),
    finishedAt: row.finished_at,
  };
}
