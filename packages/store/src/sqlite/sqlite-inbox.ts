import { type ExpressionBuilder, sql as raw, type Selectable, type UpdateObject } from 'kysely';
import { decodeJson, encodeJson } from '../json.ts';
import {
  type Delivery,
  type DeliveryFilter,
  type DeliverySummary,
  type Inbox,
  type NewDelivery,
} from '../ports/inbox.ts';
import { prepared } from './prepared.ts';
import { type Compilable, changes, counted, read, readOne, type SqlitePort } from './sqlite-port.ts';
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
    claim: ({ owner, limit, leaseMs, waiting }) =>
      commits.write(() => {
        const at = now();
        const rowsToClaim = waiting === true ? waitingRows(at, limit) : openRows(at, limit);
        const ids = rowsToClaim.where(notOf(owner)).select('id');
        const claimed = { claimed_by: owner, lease_until: at + leaseMs, fence: raw<number>`fence + 1` };
        const query = sql.updateTable('inbox').set(claimed).where('id', 'in', ids).returningAll();
        return database.all<Row>(query.compile()).map(toSummary).sort(byId);
      }),
    get: (id) => getOne(port, id),
    find: (guid) => readOne(port, rows.where('guid', '=', guid).orderBy('id', 'desc').limit(1), toSummary),
    list: (filter) => many(listQuery(filter)),
    earlier: (lane, id) =>
      many(rows.where('lane', '=', lane).where('status', '=', 'open').where('id', '<', id).orderBy('id')),
    seen: async (question) => {
      if ((await readOne(port, sameBody(question), toId)) !== null) return 'body';
      if (question.logicalKey === null) return null;
      return (await readOne(port, sameComment(question), toId)) === null ? null : 'logical';
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
function inboxChanges(
  port: SqlitePort,
): Pick<Inbox, 'renew' | 'release' | 'decided' | 'settle' | 'retry' | 'dead' | 'requeue'> {
  const { now, commits, database } = port;
  const open = ['open'] as const;
  return {
    renew: ({ owner, leaseMs }) =>
      commits.write(() => database.all<{ id: number }>(renewed({ owner, until: now() + leaseMs }).compile()).map(toId)),
    release: (owner) => commits.write(() => database.run(released(owner).compile())),
    decided: async (id, { lane, logicalKey, decision, fence }) => {
      const decided = { lane, logical_key: logicalKey, decision: encodeJson(decision) };
      if (fence === undefined) return await change(port, { id, from: open }, decided);
      return await changes(port, decidedRow({ id, fence, ...decided }));
    },
    settle: (id, { status, reason, fence }) =>
      fence === undefined
        ? change(port, { id, from: ['open', 'dead'] }, { status, reason, finished_at: now(), ...unclaimed })
        : changes(port, settledRow({ id, fence, status, reason, finished_at: now() })),
    retry: (id, { error, notBefore, fence, keepClaim, counts }) => {
      const failed = { error, not_before: notBefore, attempts: raw<number>`attempts + ${counts === false ? 0 : 1}` };
      return change(port, { id, fence, from: open }, keepClaim === true ? failed : { ...failed, ...unclaimed });
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

function getOne(port: SqlitePort, id: number): Promise<Delivery | null> {
  const toDelivery = (row: Row & { readonly body: ArrayBuffer }) => ({
    ...toSummary(row),
    body: new Uint8Array(row.body),
  });
  return readOne(port, withBody({ id }), toDelivery);
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

/** A worker holds what it has claimed, however late it renews: only others may take that over. */
function notOf(owner: string) {
  return (row: ExpressionBuilder<Tables, 'inbox'>) =>
    row.or([row('claimed_by', 'is', null), row('claimed_by', '!=', owner)]);
}

/** Open rows whose next try is still to come. */
function waitingRows(now: number, limit: number) {
  return sql
    .selectFrom('inbox')
    .where('status', '=', 'open')
    .where('not_before', '>', now)
    .where('lease_until', '<=', now)
    .orderBy('id')
    .limit(limit);
}

const renewed = prepared(['owner', 'until'], ({ owner, until }) =>
  sql
    .updateTable('inbox')
    .set({ lease_until: until })
    .where('status', '=', 'open')
    .where('claimed_by', '=', owner)
    .returning('id'),
);

/** Gives claims back: those of one owner, or all. */
function released(owner?: string) {
  const query = sql.updateTable('inbox').set(unclaimed).where('status', '=', 'open');
  return owner === undefined ? query.where('claimed_by', 'is not', null) : query.where('claimed_by', '=', owner);
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

const decidedRow = prepared(['id', 'fence', 'lane', 'logical_key', 'decision'], ({ id, fence, ...decided }) =>
  changed({ id, from: ['open'] }, decided).where('fence', '=', fence),
);

const settledRow = prepared(['id', 'fence', 'status', 'reason', 'finished_at'], ({ id, fence, ...settled }) =>
  changed({ id, from: ['open', 'dead'] }, { ...settled, ...unclaimed }).where('fence', '=', fence),
);

function changed({ id, from }: Target, to: UpdateObject<Tables, 'inbox'>) {
  return sql.updateTable('inbox').set(to).where('id', '=', id).where('status', 'in', from);
}

function change(port: SqlitePort, target: Target, to: UpdateObject<Tables, 'inbox'>): Promise<boolean> {
  const query = changed(target, to);
  const { fence } = target;
  return changes(port, fence === undefined ? query : query.where('fence', '=', fence));
}

const sameBody = prepared(['lane', 'bodyDigest', 'excluding'], ({ lane, bodyDigest, excluding }) =>
  othersOf(lane, excluding).where('body_digest', '=', bodyDigest),
);

const sameComment = prepared(['lane', 'logicalKey', 'excluding'], ({ lane, logicalKey, excluding }) =>
  othersOf(lane, excluding).where('logical_key', '=', logicalKey),
);

/** What counts as having been there before. */
function othersOf(lane: string, excluding: number) {
  return sql
    .selectFrom('inbox')
    .select('id')
    .where('lane', '=', lane)
    .where('id', '!=', excluding)
    .where((row) =>
      row.or([row('status', '=', 'settled'), row.and([row('status', '=', 'open'), row('id', '<', excluding)])]),
    )
    .limit(1);
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
