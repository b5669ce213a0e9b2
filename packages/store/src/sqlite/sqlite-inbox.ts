import { sql as raw, type Selectable, type UpdateObject } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import {
  type Delivery,
  type DeliveryFilter,
  type DeliverySummary,
  type Inbox,
  type NewDelivery,
} from '../ports/inbox.ts';
import { prepared } from './prepared.ts';
import { type Compilable, changes, counted, read, type SqlitePort } from './sqlite-port.ts';
import { sql, type Tables } from './tables.ts';

type Row = Selectable<Tables['inbox']>;

/** Outside of the query builder: this is the path between GitHub's request and our answer. */
const ACCEPT = `INSERT INTO inbox (host, hook, guid, event, source, received_at, body_digest, bytes)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
  WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE host = ?1 AND hook = ?2 AND guid = ?3)`;
const ACCEPT_BODY = 'INSERT INTO inbox_body (id, body) VALUES (last_insert_rowid(), ?)';

/** The inbox of a SQLite file. */
export function createSqliteInbox(port: SqlitePort): Inbox {
  const { database, commits, now } = port;
  const many = (query: Compilable) => read(port, query, toSummary);
  const rows = sql.selectFrom('inbox').selectAll();

  return {
    ...inboxChanges(port),
    accept: (batch) => commits.write(() => batch.map((delivery) => acceptOne(port, delivery))),
    open: (limit) => many(openRows(now(), limit).selectAll()),
    claim: ({ owner, limit, leaseMs }) =>
      commits.write(() => {
        const at = now();
        const ids = openRows(at, limit).select('id');
        const claimed = { claimed_by: owner, lease_until: at + leaseMs, fence: raw<number>`fence + 1` };
        const query = sql.updateTable('inbox').set(claimed).where('id', 'in', ids).returningAll();
        return database.all<Row>(query.compile()).map(toSummary).sort(byId);
      }),
    get: (id) => getOne(port, id),
    find: async (guid) => (await many(rows.where('guid', '=', guid).orderBy('id', 'desc').limit(1)))[0] ?? null,
    list: (filter) => many(listQuery(filter)),
    earlier: (lane, id) =>
      many(rows.where('lane', '=', lane).where('status', '=', 'open').where('id', '<', id).orderBy('id')),
    seen: async (question) => {
      if (await hasSame(port, question, { column: 'body_digest', value: question.bodyDigest })) return 'body';
      if (question.logicalKey === null) return null;
      const same = { column: 'logical_key', value: question.logicalKey } as const;
      return (await hasSame(port, question, same)) ? 'logical' : null;
    },
    count: () =>
      counted(
        port,
        sql
          .selectFrom('inbox')
          .select(['status', raw<number>`count(*)`.as('n')])
          .groupBy('status'),
        NONE,
      ),
  };
}

/** What moves one delivery on. */
function inboxChanges(port: SqlitePort): Pick<Inbox, 'renew' | 'decided' | 'settle' | 'retry' | 'dead' | 'requeue'> {
  const { now } = port;
  const open = ['open'] as const;
  return {
    renew: (id, { fence, leaseMs }) => change(port, { id, fence, from: open }, { lease_until: now() + leaseMs }),
    decided: async (id, { lane, logicalKey, decision, fence }) => {
      const decided = { lane, logical_key: logicalKey, decision: encodeJson(decision) };
      if (fence === undefined) return changes(port, decidedRow({ id, ...decided }));
      return await change(port, { id, fence, from: open }, decided);
    },
    settle: (id, { status, reason, fence }) =>
      fence === undefined
        ? changes(port, settledRow({ id, status, reason, finished_at: now() }))
        : change(port, { id, fence, from: ['open', 'dead'] }, { status, reason, finished_at: now(), ...unclaimed }),
    retry: (id, { error, notBefore, fence }) => {
      const failed = { error, not_before: notBefore, attempts: raw<number>`attempts + 1`, ...unclaimed };
      return change(port, { id, fence, from: open }, failed);
    },
    dead: (id, { reason, fence }) =>
      change(port, { id, fence, from: open }, { status: 'dead', reason, finished_at: now(), ...unclaimed }),
    requeue: (id) =>
      change(
        port,
        { id, from: ['settled', 'dropped', 'dead'] },
        { status: 'open', reason: '', error: '', attempts: 0, not_before: 0, finished_at: null },
      ),
  };
}

const NONE = { open: 0, settled: 0, dropped: 0, dead: 0 };
const unclaimed = { claimed_by: null, lease_until: 0 };

function acceptOne({ database }: SqlitePort, delivery: NewDelivery): 'accepted' | 'duplicate' {
  const { host, hook, guid, event, source, receivedAt, body, bodyDigest } = delivery;
  const parameters = [host, hook, guid, event, source, receivedAt, bodyDigest, body.byteLength];
  if (database.run({ sql: ACCEPT, parameters }) === 0) return 'duplicate';
  database.run({ sql: ACCEPT_BODY, parameters: [body] });
  return 'accepted';
}

async function getOne(port: SqlitePort, id: number): Promise<Delivery | null> {
  const toDelivery = (row: Row & { readonly body: ArrayBuffer }) => ({
    ...toSummary(row),
    body: new Uint8Array(row.body),
  });
  return (await read(port, withBody({ id }), toDelivery))[0] ?? null;
}

const withBody = prepared(['id'], ({ id }) =>
  sql
    .selectFrom('inbox')
    .innerJoin('inbox_body', 'inbox_body.id', 'inbox.id')
    .selectAll('inbox')
    .select('inbox_body.body')
    .where('inbox.id', '=', id),
);

function openRows(now: number, limit: number) {
  return sql
    .selectFrom('inbox')
    .where('status', '=', 'open')
    .where('not_before', '<=', now)
    .where('lease_until', '<=', now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('inbox as earlier')
            .select('earlier.id')
            .whereRef('earlier.lane', '=', 'inbox.lane')
            .whereRef('earlier.id', '<', 'inbox.id')
            .where('earlier.status', '=', 'open')
            .where((of) => of.or([of('earlier.not_before', '>', now), of('earlier.lease_until', '>', now)])),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit);
}

function listQuery({ status, lane, event, before, limit }: DeliveryFilter) {
  let query = sql.selectFrom('inbox').selectAll().orderBy('id', 'desc').limit(limit);
  if (status !== undefined) query = query.where('status', '=', status);
  if (lane !== undefined) query = query.where('lane', '=', lane);
  if (event !== undefined) query = query.where('event', '=', event);
  return before === undefined ? query : query.where('id', '<', before);
}

interface Target {
  readonly id: number;
  readonly fence?: number | undefined;
  readonly from: readonly Row['status'][];
}

const decidedRow = prepared(['id', 'lane', 'logical_key', 'decision'], ({ id, ...decided }) =>
  changed({ id, from: ['open'] }, decided),
);

const settledRow = prepared(['id', 'status', 'reason', 'finished_at'], ({ id, ...settled }) =>
  changed({ id, from: ['open', 'dead'] }, { ...settled, ...unclaimed }),
);

function changed({ id, from }: Target, to: UpdateObject<Tables, 'inbox'>) {
  return sql.updateTable('inbox').set(to).where('id', '=', id).where('status', 'in', from);
}

function change(port: SqlitePort, target: Target, to: UpdateObject<Tables, 'inbox'>): Promise<boolean> {
  const query = changed(target, to);
  const { fence } = target;
  return changes(port, fence === undefined ? query : query.where('fence', '=', fence));
}

async function hasSame(
  port: SqlitePort,
  { lane, excluding }: { readonly lane: string; readonly excluding: number },
  same: { readonly column: 'body_digest' | 'logical_key'; readonly value: string },
): Promise<boolean> {
  const query = sameBy[same.column]({ lane, value: same.value, excluding });
  return (await read(port, query, toId)).length > 0;
}

const sameBy = { body_digest: preparedSame('body_digest'), logical_key: preparedSame('logical_key') };

function preparedSame(column: 'body_digest' | 'logical_key') {
  return prepared(['lane', 'value', 'excluding'], ({ lane, value, excluding }) =>
    sql
      .selectFrom('inbox')
      .select('id')
      .where('lane', '=', lane)
      .where(column, '=', value)
      .where('id', '!=', excluding)
      .where((row) =>
        row.or([row('status', '=', 'settled'), row.and([row('status', '=', 'open'), row('id', '<', excluding)])]),
      )
      .limit(1),
  );
}

function toId({ id }: { readonly id: number }): number {
  return id;
}

function byId(a: DeliverySummary, b: DeliverySummary): number {
  return a.id - b.id;
}

function toSummary(row: Row): DeliverySummary {
  return {
    id: row.id,
    host: row.host,
    hook: row.hook,
    guid: row.guid,
    event: row.event,
    source: row.source,
    receivedAt: row.received_at,
    bodyDigest: row.body_digest,
    bytes: row.bytes,
    status: row.status,
    lane: row.lane,
    logicalKey: row.logical_key,
    decision: row.decision === null ? null : decodeJson(row.decision),
    reason: row.reason,
    attempts: row.attempts,
    notBefore: row.not_before,
    error: row.error,
    finishedAt: row.finished_at,
    fence: row.fence,
    claimedBy: row.claimed_by,
    leaseUntil: row.lease_until,
  };
}
