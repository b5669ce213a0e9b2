import { DummyDriver, type Generated, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

interface InboxTable {
  id: Generated<number>;
  host: string;
  hook: string;
  guid: string;
  event: string;
  source: 'webhook' | 'poll' | 'gap-fill';
  received_at: number;
  body_digest: string;
  bytes: number;
  status: Generated<'open' | 'settled' | 'dropped' | 'dead'>;
  lane: string | null;
  logical_key: string | null;
  decision: string | null;
  reason: Generated<string>;
  attempts: Generated<number>;
  not_before: Generated<number>;
  error: Generated<string>;
  finished_at: number | null;
  fence: Generated<number>;
  claimed_by: string | null;
  lease_until: Generated<number>;
}

interface InboxBodyTable {
  id: number;
  body: Uint8Array;
}

interface OutboxTable {
  id: Generated<number>;
  key: string;
  lane: string;
  host: string;
  kind: string;
  payload: string;
  created_at: number;
  source: string;
  status: Generated<'waiting' | 'in-flight' | 'done' | 'dead'>;
  attempts: Generated<number>;
  not_before: Generated<number>;
  error: Generated<string>;
  result: Generated<string>;
  finished_at: number | null;
}

interface TurnsTable {
  id: Generated<number>;
  key: string;
  endpoint: string;
  lane: string;
  kind: 'assignment' | 'event';
  prompt: string;
  created_at: number;
  status: Generated<'waiting' | 'running' | 'finished'>;
  attempts: Generated<number>;
  pid: number | null;
  start_time: string | null;
  started_at: number | null;
  finished_at: number | null;
  outcome: Generated<string>;
  exit_code: number | null;
  note: Generated<string>;
}

interface RecordsTable {
  kind: string;
  key: string;
  /** Null: removed, and kept for its revision. */
  value: string | null;
  revision: number;
  changed_at: number;
}

interface EventsTable {
  id: Generated<number>;
  at: number;
  event: string;
  level: number;
  source: string;
  work_item: string | null;
  delivery_id: string | null;
  record: string;
}

/** The tables, as the newest migration leaves them. */
export interface Tables {
  inbox: InboxTable;
  inbox_body: InboxBodyTable;
  outbox: OutboxTable;
  turns: TurnsTable;
  records: RecordsTable;
  events: EventsTable;
}

/** Builds typed queries and never runs them: the group commit decides when that happens. */
export const sql = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
