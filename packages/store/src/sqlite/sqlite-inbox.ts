import { sql as raw, type SelectQueryBuilder, type UpdateObject } from 'kysely';
import { encodeJson } from '../json.ts';
import { type Delivery, type DeliveryFilter, type Inbox, type NewDelivery } from '../ports/inbox.ts';
import { inboxClaims } from './inbox-claims.ts';
import { type InboxRow, toSummary, unclaimed } from './inbox-row.ts';
import { prepared } from './prepared.ts';
import { type Compilable, changes, counted, read, readOne, type SqlitePort } from './sqlite-port.ts';
import { sql, type Tables } from './tables.ts';

/** Outside of the query builder: this is the path between GitHub's request and our answer. */
const ACCEPT = `INSERT INTO inbox (host, hook, guid, event, source, received_at, body_digest, bytes)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
  WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE host = ?1 AND hook = ?2 AND guid = ?3)`;
const ACCEPT_BODY = 'INSERT INTO inbox_body (id, body) VALUES (last_insert_rowid(), ?)';

/** The inbox of a SQLite file. */
export function createSqliteInbox(port: SqlitePort): Inbox {
  const { commits } = port;
  const many = (query: Compilable) => read(port, query, toSummary);
  const rows = sql.selectFrom('inbox').selectAll();

  return {
    ...inboxChanges(port),
    ...inboxClaims(port),
    accept: (batch) => commits.write(() => batch.map((delivery) => acceptOne(port, delivery))),
    get: (id) => getOne(port, id),
    body: (id) => readOne(port, bodyOf({ id }), toBody),
    bodies: async (ids) =>
      new Map(
        await read(port, bodiesOf({ ids: JSON.stringify(ids) }), (row: BodyRow & Pick<InboxRow, 'id'>) => [
          row.id,
          toBody(row),
        ]),
      ),
    find: (guid) => readOne(port, rows.where('guid', '=', guid).orderBy('id', 'desc').limit(1), toSummary),
    list: (filter) => many(listQuery(filter)),
    earlier: (lane, id) =>
      many(rows.where('lane', '=', lane).where('status', '=', 'open').where('id', '<', id).orderBy('id')),
    seen: (question) => readOne(port, seenBefore(question), ({ as }: { as: Seen }) => as),
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
function inboxChanges(port: SqlitePort): Pick<Inbox, 'decided' | 'settle' | 'retry' | 'dead' | 'requeue'> {
  const { now } = port;
  const open = ['open'] as const;
  return {
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
    requeue: (id, { from } = {}) =>
      change(
        port,
        { id, from: from === undefined ? ['settled', 'dropped', 'dead'] : [from] },
        { status: 'open', decision: null, reason: '', error: '', attempts: 0, not_before: 0, finished_at: null },
      ),
  };
}

const NONE = { open: 0, settled: 0, dropped: 0, dead: 0 };

function acceptOne({ database }: SqlitePort, delivery: NewDelivery): 'accepted' | 'duplicate' {
  const { host, hook, guid, event, source, receivedAt, body, bodyDigest } = delivery;
  const parameters = [host, hook, guid, event, source, receivedAt, bodyDigest, body.byteLength];
  if (database.run({ sql: ACCEPT, parameters }) === 0) return 'duplicate';
  database.run({ sql: ACCEPT_BODY, parameters: [body] });
  return 'accepted';
}

function getOne(port: SqlitePort, id: number): Promise<Delivery | null> {
  const toDelivery = (row: InboxRow & BodyRow) => ({ ...toSummary(row), body: toBody(row) });
  return readOne(port, withBody({ id }), toDelivery);
}

interface BodyRow {
  readonly body: Uint8Array;
}

/** The driver gives a `Buffer`, which is more than was promised. */
function toBody({ body }: BodyRow): Uint8Array {
  return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
}

const bodyOf = prepared(['id'], ({ id }) => sql.selectFrom('inbox_body').select('body').where('id', '=', id));

/** `ids`: a JSON list, so that the query is the same for any number of them. */
const bodiesOf = prepared(['ids'], ({ ids }) =>
  sql
    .selectFrom('inbox_body')
    .select(['id', 'body'])
    .where('id', 'in', raw<number>`(SELECT value FROM json_each(${ids}))`),
);

const withBody = prepared(['id'], ({ id }) =>
  sql
    .selectFrom('inbox')
    .innerJoin('inbox_body', 'inbox_body.id', 'inbox.id')
    .selectAll('inbox')
    .select('inbox_body.body')
    .where('inbox.id', '=', id),
);

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
  readonly from: readonly InboxRow['status'][];
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

/** The same body comes first: it is the same in every way. */
const seenBefore = prepared(['lane', 'bodyDigest', 'logicalKey', 'excluding'], ({ bodyDigest, logicalKey, ...other }) =>
  firstOf(othersOf(other).where('body_digest', '=', bodyDigest).select(raw<Seen>`'body'`.as('as')))
    .unionAll(firstOf(othersOf(other).where('logical_key', '=', logicalKey).select(raw<Seen>`'logical'`.as('as'))))
    .limit(1),
);

type Seen = NonNullable<Awaited<ReturnType<Inbox['seen']>>>;

/** A part of a union may have a limit of its own only as a table. */
function firstOf(query: SelectQueryBuilder<Tables, 'inbox', { readonly as: Seen }>) {
  return sql.selectFrom(query.limit(1).as('found')).selectAll();
}

/** What counts as having been there before. */
function othersOf({ lane, excluding }: { readonly lane: string; readonly excluding: number }) {
  return sql
    .selectFrom('inbox')
    .where('lane', '=', lane)
    .where('id', '!=', excluding)
    .where((row) =>
      row.or([row('status', '=', 'settled'), row.and([row('status', '=', 'open'), row('id', '<', excluding)])]),
    );
}
