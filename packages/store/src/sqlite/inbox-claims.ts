import { type ExpressionBuilder, sql as raw } from 'kysely';
import { type DeliverySummary, type Inbox } from '../ports/inbox.ts';
import { type InboxRow, toId, toSummary, unclaimed } from './inbox-row.ts';
import { prepared } from './prepared.ts';
import { type SqlitePort } from './sqlite-port.ts';
import { sql, type Tables } from './tables.ts';

/** Which deliveries may be worked on, and by whom. */
export function inboxClaims(port: SqlitePort): Pick<Inbox, 'claim' | 'renew' | 'release'> {
  const { database, commits, now } = port;
  return {
    claim: ({ owner, limit, leaseMs, waiting }) =>
      commits.write(() => {
        const at = now();
        const rowsToClaim = waiting === true ? waitingRows(at, limit) : openRows(at, limit);
        const ids = rowsToClaim.where(notOf(owner)).select('id');
        const claimed = { claimed_by: owner, lease_until: at + leaseMs, fence: raw<number>`fence + 1` };
        const query = sql.updateTable('inbox').set(claimed).where('id', 'in', ids).returningAll();
        return database.all<InboxRow>(query.compile()).map(toSummary).sort(byId);
      }),
    renew: ({ owner, leaseMs }) =>
      commits.write(() =>
        database.all<Pick<InboxRow, 'id'>>(renewed({ owner, until: now() + leaseMs }).compile()).map(toId),
      ),
    release: (owner) => commits.write(() => database.run(released(owner).compile())),
  };
}

/** Open rows that nobody holds, oldest first. */
function freeRows(now: number, limit: number) {
  return sql
    .selectFrom('inbox')
    .where('status', '=', 'open')
    .where('lease_until', '<=', now)
    .orderBy('id')
    .limit(limit);
}

/** Those that may be tried: their time has come, and none before them in their lane has to wait. */
function openRows(now: number, limit: number) {
  return freeRows(now, limit)
    .where('not_before', '<=', now)
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
    );
}

/** A worker holds what it has claimed, however late it renews: only others may take that over. */
function notOf(owner: string) {
  return (row: ExpressionBuilder<Tables, 'inbox'>) =>
    row.or([row('claimed_by', 'is', null), row('claimed_by', '!=', owner)]);
}

/** Open rows whose next try is still to come. */
function waitingRows(now: number, limit: number) {
  return freeRows(now, limit).where('not_before', '>', now);
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

function byId(a: DeliverySummary, b: DeliverySummary): number {
  return a.id - b.id;
}
