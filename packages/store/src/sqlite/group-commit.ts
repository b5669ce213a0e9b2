import { closedFault } from '../errors.ts';
import { type Database } from './database.ts';

/** Runs writes so that those asked for in one turn of the event loop share one durable transaction. */
export interface GroupCommit {
  /** Resolves with what `job` answered, after the commit. `job` must be synchronous. */
  write<Value>(job: () => Value): Promise<Value>;
  /** Refuses further writes and resolves when those under way are done. */
  drain(): Promise<void>;
}

interface Job {
  /** Does the work; `settle` then tells the caller. */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

/** More writes than this are spread over several transactions, so that reads come in between. */
const MAX_JOBS = 512;

/** Makes the one writer of a database. */
export function createGroupCommit(database: Database): GroupCommit {
  let queue: Job[] = [];
  let scheduled = false;
  let draining = false;
  let idle: (() => void)[] = [];

  function flush(): void {
    const jobs = queue.slice(0, MAX_JOBS);
    queue = queue.slice(MAX_JOBS);
    scheduled = queue.length > 0;
    if (scheduled) setImmediate(flush);
    commit(database, jobs);
    if (scheduled) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    write: <Value>(job: () => Value) =>
      new Promise<Value>((resolve, fail) => {
        if (draining) {
          fail(closedFault());
          return;
        }
        queue.push({
          run: () => {
            const value = job();
            return () => {
              resolve(value);
            };
          },
          fail,
        });
        if (!scheduled) setImmediate(flush);
        scheduled = true;
      }),
    drain: () => {
      draining = true;
      return scheduled ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve();
    },
  };
}

function commit(database: Database, jobs: readonly Job[]): void {
  let stage: 'begin' | 'jobs' | 'commit' = 'begin';
  try {
    database.exec('BEGIN IMMEDIATE');
    stage = 'jobs';
    const settle = jobs.map((job) => job.run());
    stage = 'commit';
    database.exec('COMMIT');
    for (const tell of settle) tell();
  } catch (error) {
    if (stage !== 'begin') rollback(database);
    // One of several failed: each alone, so that the others are not lost with it.
    if (stage === 'jobs' && jobs.length > 1) for (const job of jobs) commit(database, [job]);
    else for (const job of jobs) job.fail(error);
  }
}

/** SQLite has rolled back by itself after some faults; then there is nothing to do. */
function rollback(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The fault that led here is the one to report.
  }
}
