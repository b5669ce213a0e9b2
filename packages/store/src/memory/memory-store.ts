import { closedFault } from '../errors.ts';
import { type RenameOutcome, type Renaming } from '../ports/renaming.ts';
import { type Store, type SweepLimits, type SweepReport } from '../ports/store.ts';
import { createMemoryEventLog } from './memory-event-log.ts';
import { createMemoryInbox } from './memory-inbox.ts';
import { createMemoryOutbox } from './memory-outbox.ts';
import { createMemoryRecords } from './memory-records.ts';
import { renameRows } from './memory-rename.ts';
import { answer } from './memory-table.ts';
import { createMemoryTurns } from './memory-turns.ts';

/** A store that lasts as long as the process, for tests and trials. It answers exactly as the one on disk. */
export function createMemoryStore({ now }: { readonly now: () => Date }): Store {
  const time = () => now().getTime();
  const inbox = createMemoryInbox(time);
  const outbox = createMemoryOutbox(time);
  const turns = createMemoryTurns(time);
  const records = createMemoryRecords(time);
  const eventLog = createMemoryEventLog();
  let open = true;

  const guard = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver): unknown =>
        open ? Reflect.get(target, name, receiver) : () => Promise.reject(closedFault()),
    });

  function rename(renaming: Renaming): RenameOutcome {
    if (records.isTaken(renaming)) return 'taken';
    const outcome = renameRows({ inbox: inbox.table, outbox: outbox.table, turns: turns.table }, renaming);
    if (outcome === 'renamed') records.rename(renaming);
    return outcome;
  }

  function sweep({ finishedBefore, eventsBefore }: SweepLimits): SweepReport {
    records.sweep(finishedBefore);
    return {
      inbox: inbox.sweep(finishedBefore),
      outbox: outbox.sweep(finishedBefore),
      turns: turns.sweep(finishedBefore),
      events: eventLog.sweep(eventsBefore),
    };
  }

  return {
    inbox: guard(inbox.port),
    outbox: guard(outbox.port),
    turns: guard(turns.port),
    records: guard(records.port),
    eventLog: guard(eventLog.port),
    rename: (renaming) => (open ? answer(() => rename(renaming)) : Promise.reject(closedFault())),
    sweep: (limits) => (open ? Promise.resolve(sweep(limits)) : Promise.reject(closedFault())),
    close: () => {
      open = false;
      return Promise.resolve();
    },
  };
}
