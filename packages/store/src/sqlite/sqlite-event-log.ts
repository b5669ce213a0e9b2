import { type EventRecord, LEVELS } from '@the-loop/events';
import { sql as raw } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import { type EventLog, type EventQuery, type StoredEvent } from '../ports/event-log.ts';
import { read, type SqlitePort } from './sqlite-port.ts';
import { sql } from './tables.ts';

/** The event log of a SQLite file. */
export function createSqliteEventLog(port: SqlitePort): EventLog {
  const { database, commits } = port;
  return {
    append: async (record) => {
      const query = insertQuery(record);
      await commits.write(() => database.run(query));
    },
    query: async (asked) => {
      const rows = await read(port, selectQuery(asked), toStored);
      return asked.after === undefined ? rows.reverse() : rows;
    },
  };
}

function insertQuery(record: EventRecord) {
  const { work_item: item, delivery_id: delivery } = record;
  return sql
    .insertInto('events')
    .values({
      at: Date.parse(record.ts),
      event: record.event,
      level: LEVELS.indexOf(record.level),
      source: record.source,
      work_item: typeof item === 'string' ? item : null,
      delivery_id: typeof delivery === 'string' ? delivery : null,
      record: encodeJson(record),
    })
    .compile();
}

function selectQuery({ types, workItem, deliveryId, source, level, since, after, limit }: EventQuery) {
  let query = sql.selectFrom('events').select(['id', 'record']).limit(limit);
  if (types !== undefined) {
    query = query.where((row) => row.or(types.map((type) => raw<boolean>`event GLOB ${type.replaceAll('[', '[[]')}`)));
  }
  if (workItem !== undefined) {
    const among = raw<boolean>`EXISTS (SELECT 1 FROM json_each(record, '$.work_items') WHERE value = ${workItem})`;
    query = query.where((row) => row.or([row('work_item', '=', workItem), among]));
  }
  if (deliveryId !== undefined) query = query.where('delivery_id', '=', deliveryId);
  if (source !== undefined) query = query.where('source', '=', source);
  if (level !== undefined) query = query.where('level', '>=', LEVELS.indexOf(level));
  if (since !== undefined) query = query.where('at', '>=', since);
  return after === undefined ? query.orderBy('id', 'desc') : query.where('id', '>', after).orderBy('id');
}

function toStored({ id, record }: { id: number; record: string }): StoredEvent {
  return { id, record: decodeJson(record) as EventRecord };
}
