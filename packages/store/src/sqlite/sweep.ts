import { type SweepLimits, type SweepReport } from '../ports/store.ts';
import { type SqlitePort } from './sqlite-port.ts';
import { sql } from './tables.ts';

/** Removes what is finished and old enough, in one transaction. */
export function sweepSqlite({ database, commits }: SqlitePort, limits: SweepLimits): Promise<SweepReport> {
  const { finishedBefore, eventsBefore } = limits;
  const inbox = sql
    .deleteFrom('inbox')
    .where('status', 'in', ['settled', 'dropped'])
    .where('finished_at', '<', finishedBefore);
  const bodies = sql
    .deleteFrom('inbox_body')
    .where((row) =>
      row.not(row.exists(row.selectFrom('inbox').select('inbox.id').whereRef('inbox.id', '=', 'inbox_body.id'))),
    );
  const outbox = sql.deleteFrom('outbox').where('status', '=', 'done').where('finished_at', '<', finishedBefore);
  const turns = sql.deleteFrom('turns').where('status', '=', 'finished').where('finished_at', '<', finishedBefore);
  const records = sql.deleteFrom('records').where('value', 'is', null).where('changed_at', '<', finishedBefore);
  const events = sql.deleteFrom('events').where('at', '<', eventsBefore);
  return commits.write(() => {
    const report = {
      inbox: database.run(inbox.compile()),
      outbox: database.run(outbox.compile()),
      turns: database.run(turns.compile()),
      events: database.run(events.compile()),
    };
    database.run(bodies.compile());
    database.run(records.compile());
    return report;
  });
}
