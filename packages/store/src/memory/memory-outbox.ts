import { decodeJson, encodeJson } from '../json.ts';
import {
  type NewOutboxRow,
  type Outbox,
  type OutboxFilter,
  type OutboxRow,
  type OutboxStatus,
} from '../ports/outbox.ts';
import { answer, countByStatus, createMemoryTable, type MemoryPort, type MemoryTable, newest } from './memory-table.ts';

/** An outbox in memory, its rows, and its sweep. */
export function createMemoryOutbox(now: () => number): MemoryPort<Outbox, OutboxRow> {
  const table = createMemoryTable<OutboxRow>();
  const port: Outbox = {
    ...outboxChanges(table, now),
    get: (key) => answer(() => table.find((row) => row.key === key)),
    due: (at, limit) => answer(() => dueRows(table.rows(), at).slice(0, limit)),
    inFlight: () => answer(() => table.rows().filter(({ status }) => status === 'in-flight')),
    list: (filter) =>
      answer(() =>
        newest(
          table.rows().filter((row) => isListed(row, filter)),
          filter,
        ),
      ),
    count: () => answer(() => countByStatus(table.rows(), { waiting: 0, 'in-flight': 0, done: 0, dead: 0 })),
  };
  return {
    port,
    table,
    sweep: (before) => table.remove(({ status, finishedAt }) => status === 'done' && (finishedAt ?? before) < before),
  };
}

/** What moves writes on. */
function outboxChanges(
  table: MemoryTable<OutboxRow>,
  now: () => number,
): Pick<Outbox, 'put' | 'begin' | 'done' | 'retry' | 'dead' | 'requeue'> {
  const change = (key: string, from: readonly OutboxStatus[], to: (row: OutboxRow) => Partial<OutboxRow>) =>
    answer(() => table.update((row) => row.key === key && from.includes(row.status), to));
  const changed = async (...of: Parameters<typeof change>) => (await change(...of)) !== null;
  return {
    put: (rows) => answer(() => rows.map(copyOf).map((row) => putOne(table, row))),
    begin: (key) => change(key, ['waiting'], (row) => ({ status: 'in-flight', attempts: row.attempts + 1 })),
    done: async (key, result) => {
      const copy = decodeJson(encodeJson(result));
      return await changed(key, ['in-flight'], () => ({ status: 'done', result: copy, error: '', finishedAt: now() }));
    },
    retry: (key, { error, notBefore }) => changed(key, ['in-flight'], () => ({ status: 'waiting', error, notBefore })),
    dead: (key, error) => changed(key, ['waiting', 'in-flight'], () => ({ status: 'dead', error, finishedAt: now() })),
    requeue: (key) =>
      changed(key, ['waiting', 'dead', 'in-flight'], ({ status, attempts }) => ({
        ...{ status: 'waiting', notBefore: 0, finishedAt: null },
        attempts: status === 'dead' ? 0 : attempts,
      })),
  };
}

const fresh = { status: 'waiting', attempts: 0, notBefore: 0, error: '', result: null, finishedAt: null } as const;

function putOne(table: MemoryTable<OutboxRow>, row: NewOutboxRow): 'stored' | 'duplicate' {
  if (table.find(({ key }) => key === row.key) !== null) return 'duplicate';
  table.insert((id) => ({ id, ...row, ...fresh }));
  return 'stored';
}

function copyOf({ key, lane, host, kind, payload, createdAt, source }: NewOutboxRow): NewOutboxRow {
  const copy = (value: unknown) => decodeJson(encodeJson(value));
  return { key, lane, host, kind, payload: copy(payload), createdAt, source: copy(source) };
}

function dueRows(rows: readonly OutboxRow[], at: number): OutboxRow[] {
  const unfinished = rows.filter(({ status }) => status === 'waiting' || status === 'in-flight');
  const isFirst = (row: OutboxRow) =>
    !unfinished.some((other) => other.lane === row.lane && (other.id < row.id || other.status === 'in-flight'));
  return unfinished.filter((row) => row.status === 'waiting' && row.notBefore <= at && isFirst(row));
}

function isListed(row: OutboxRow, { status, lane, host }: OutboxFilter): boolean {
  if (status !== undefined && row.status !== status) return false;
  return (lane === undefined || row.lane === lane) && (host === undefined || row.host === host);
}
