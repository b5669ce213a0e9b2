import { type ExpressionBuilder, sql as raw, type Selectable } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import { type NewTurn, type Turn, type TurnFilter, type Turns } from '../ports/turns.ts';
import { type Compilable, changes, counted, insertNew, read, type SqlitePort } from './sqlite-port.ts';
import { sql, type Tables } from './tables.ts';

type Row = Selectable<Tables['turns']>;

/** The turns of a SQLite file. */
export function createSqliteTurns(port: SqlitePort): Turns {
  const many = (query: Compilable) => read(port, query, toTurn);
  const rows = sql.selectFrom('turns').selectAll();

  return {
    ...turnChanges(port),
    get: async (key) => (await many(rows.where('key', '=', key)))[0] ?? null,
    next: async (endpoint) =>
      (await many(readyTurns().selectAll().where('endpoint', '=', endpoint).orderBy('id').limit(1)))[0] ?? null,
    ready: () => {
      const query = readyTurns().select('endpoint').distinct().orderBy('endpoint');
      return read(port, query, ({ endpoint }: { readonly endpoint: string }) => endpoint);
    },
    running: () => many(rows.where('status', '=', 'running').orderBy('id')),
    list: (filter) => many(listQuery(filter)),
    count: () =>
      counted(
        port,
        sql
          .selectFrom('turns')
          .select(['status', raw<number>`count(*)`.as('n')])
          .groupBy('status'),
        NONE,
      ),
  };
}

/** What moves turns on. */
function turnChanges(port: SqlitePort): Pick<Turns, 'put' | 'begin' | 'finish' | 'requeue'> {
  const { commits, now } = port;
  const turn = (key: string) => sql.updateTable('turns').where('key', '=', key);
  return {
    put: async (turns) => {
      const inserts = turns.map(insertQuery);
      return await commits.write(() => inserts.map(({ existing, insert }) => insertNew(port, existing, insert)));
    },
    begin: (key, { pid, startTime, attempt, of }) => {
      const running = { status: 'running', pid, start_time: startTime, attempts: attempt, started_at: now() } as const;
      const free = turn(key).where('status', 'in', ['waiting', 'running']).where(noOtherRuns);
      const there = of === undefined ? free : free.where('endpoint', '=', of.endpoint).where('lane', '=', of.lane);
      return changes(port, there.set(running));
    },
    finish: (key, { status, exitCode, note }) => {
      const end = { status: 'finished', outcome: status, exit_code: exitCode, note, finished_at: now() } as const;
      return changes(port, turn(key).where('status', '!=', 'finished').set(end));
    },
    requeue: (key) => {
      const fresh = { pid: null, start_time: null, started_at: null, finished_at: null, outcome: '', exit_code: null };
      return changes(
        port,
        turn(key)
          .where('status', '!=', 'waiting')
          .set({ status: 'waiting', ...fresh, note: '' }),
      );
    },
  };
}

const NONE = { waiting: 0, running: 0, finished: 0 };

function insertQuery({ key, endpoint, lane, kind, prompt, createdAt }: NewTurn) {
  const values = { key, endpoint, lane, kind, prompt: encodeJson(prompt), created_at: createdAt };
  return {
    existing: sql.selectFrom('turns').select('id').where('key', '=', key),
    insert: sql.insertInto('turns').values(values),
  };
}

/** Waiting turns of conversations in which none runs. */
function readyTurns() {
  return sql.selectFrom('turns').where('status', '=', 'waiting').where(noOtherRuns);
}

function noOtherRuns(row: ExpressionBuilder<Tables, 'turns'>) {
  const other = row
    .selectFrom('turns as other')
    .select('other.id')
    .whereRef('other.endpoint', '=', 'turns.endpoint')
    .whereRef('other.id', '!=', 'turns.id')
    .where('other.status', '=', 'running');
  return row.not(row.exists(other));
}

function listQuery({ status, endpoint, lane, before, limit }: TurnFilter) {
  let query = sql.selectFrom('turns').selectAll().orderBy('id', 'desc').limit(limit);
  if (status !== undefined) query = query.where('status', '=', status);
  if (endpoint !== undefined) query = query.where('endpoint', '=', endpoint);
  if (lane !== undefined) query = query.where('lane', '=', lane);
  return before === undefined ? query : query.where('id', '<', before);
}

function toTurn(row: Row): Turn {
  return {
    id: row.id,
    key: row.key,
    endpoint: row.endpoint,
    lane: row.lane,
    kind: row.kind,
    prompt: decodeJson(row.prompt) as string,
    createdAt: row.created_at,
    status: row.status,
    attempts: row.attempts,
    pid: row.pid,
    startTime: row.start_time,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    outcome: row.outcome,
    exitCode: row.exit_code,
    note: row.note,
  };
}
