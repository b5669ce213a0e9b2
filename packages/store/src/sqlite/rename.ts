import { sql as raw } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import { belongsTo, type RenameOutcome, type Renaming } from '../ports/renaming.ts';
import { type Database } from './database.ts';
import { toOutboxRow } from './sqlite-outbox.ts';
import { type SqlitePort } from './sqlite-port.ts';
import { sql } from './tables.ts';

interface Renamer {
  readonly database: Database;
  readonly renaming: Renaming;
  readonly now: number;
}

/** Renames keys in one transaction: whoever reads sees all of them old, or all of them new. */
export function renameSqlite({ database, commits, now }: SqlitePort, renaming: Renaming): Promise<RenameOutcome> {
  return commits.write(() => {
    if (isTaken(database, renaming)) return 'taken';
    if (isBusy(database, renaming.names)) return 'busy';
    const renamer = { database, renaming, now: now() };
    renameDeliveries(renamer);
    renameTurns(renamer);
    renameWrites(renamer);
    renameRecords(renamer);
    leaveTrail(renamer);
    return 'renamed';
  });
}

function isTaken(database: Database, { single, names, key }: Renaming): boolean {
  if (single === undefined) return false;
  const has = (name: string): boolean => {
    const record = sql.selectFrom('records').select('key').where('kind', '=', single).where('key', '=', name);
    return database.first(record.where('value', 'is not', null).compile()) !== null;
  };
  return names.some((name) => key(name) !== name && has(name) && has(key(name)));
}

function isBusy(database: Database, names: readonly string[]): boolean {
  const turn = sql
    .selectFrom('turns')
    .select('id')
    .where('status', '=', 'running')
    .where((row) => row.or([row('lane', 'in', names), row('endpoint', 'in', names)]))
    .limit(1);
  const write = sql.selectFrom('outbox').select('id').where('status', '=', 'in-flight').where('lane', 'in', names);
  return database.first(turn.compile()) !== null || database.first(write.limit(1).compile()) !== null;
}

function renameDeliveries({ database, renaming: { names, key } }: Renamer): void {
  for (const name of names) {
    const lane = key(name);
    if (lane !== name) database.run(sql.updateTable('inbox').set({ lane }).where('lane', '=', name).compile());
  }
}

function renameTurns({ database, renaming: { names, key } }: Renamer): void {
  const query = sql
    .selectFrom('turns')
    .select(['id', 'key', 'lane', 'endpoint'])
    .where((row) => row.or([row('lane', 'in', names), row('endpoint', 'in', names)]));
  for (const row of database.all<{ id: number; key: string; lane: string; endpoint: string }>(query.compile())) {
    const taken = sql.selectFrom('turns').select('id').where('key', '=', key(row.key)).where('id', '!=', row.id);
    const free = database.first(taken.compile()) === null;
    const change = { lane: key(row.lane), endpoint: key(row.endpoint), ...(free ? { key: key(row.key) } : {}) };
    database.run(sql.updateTable('turns').set(change).where('id', '=', row.id).compile());
  }
}

/** What is done stays as it was written; its key follows, so that nothing is written again under the new one. */
function renameWrites({ database, renaming: { names, key, write } }: Renamer): void {
  const query = sql.selectFrom('outbox').selectAll().where('lane', 'in', names).compile();
  for (const row of database.all<Parameters<typeof toOutboxRow>[0]>(query)) {
    const taken = sql.selectFrom('outbox').select('id').where('key', '=', key(row.key)).where('id', '!=', row.id);
    const free = database.first(taken.compile()) === null;
    const { payload, source } = row.status === 'done' ? toOutboxRow(row) : write(toOutboxRow(row));
    const change = { lane: key(row.lane), payload: encodeJson(payload), source: encodeJson(source) };
    const update = sql.updateTable('outbox').set({ ...change, ...(free ? { key: key(row.key) } : {}) });
    database.run(update.where('id', '=', row.id).compile());
  }
}

interface RecordRow {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
}

function renameRecords(renamer: Renamer): void {
  const { database, renaming } = renamer;
  const { names, mention, trail, apart = [] } = renaming;
  const query = sql
    .selectFrom('records')
    .select(['kind', 'key', 'value'])
    .where('value', 'is not', null)
    .where('kind', '!=', trail.kind)
    .where((row) =>
      row.or([
        ...names.map((name) => row(raw<string>`substr(key, 1, length(${name}))`, '=', name)),
        row.and([
          row('kind', 'not in', apart),
          row(raw<number>`instr(lower(value), ${mention.toLowerCase()})`, '>', 0),
        ]),
      ]),
    );
  for (const row of database.all<RecordRow>(query.compile())) renameRecord(renamer, row);
}

function renameRecord(renamer: Renamer, { kind, key, value }: RecordRow): void {
  const { database, renaming } = renamer;
  const before = decodeJson(value);
  const after = renaming.value({ kind, key, value: before });
  const name = belongsTo(renaming.names, key) ? renaming.key(key) : key;
  const record = sql.updateTable('records').where('kind', '=', kind).where('key', '=', key);
  const stamp = { revision: raw<number>`revision + 1`, changed_at: renamer.now };
  if (name === key) {
    if (after !== before) database.run(record.set({ ...stamp, value: encodeJson(after) }).compile());
    return;
  }
  database.run(record.set({ ...stamp, value: null }).compile());
  putIfAbsent(renamer, { kind, key: name, value: encodeJson(after) });
}

function putIfAbsent({ database, now }: Renamer, { kind, key, value }: RecordRow): void {
  const insert = sql
    .insertInto('records')
    .values({ kind, key, value, revision: 1, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ value, changed_at: now, revision: raw<number>`records.revision + 1` })
        .where('records.value', 'is', null),
    );
  database.run(insert.compile());
}

function leaveTrail(renamer: Renamer): void {
  const { database, renaming, now } = renamer;
  const { kind, key, value } = renaming.trail;
  const stamp = { revision: raw<number>`revision + 1`, changed_at: now };
  for (const name of [key, renaming.key(key)]) {
    const present = sql.updateTable('records').where('kind', '=', kind).where('key', '=', name);
    database.run(
      present
        .set({ ...stamp, value: null })
        .where('value', 'is not', null)
        .compile(),
    );
  }
  putIfAbsent(renamer, { kind, key, value: encodeJson(value) });
}
