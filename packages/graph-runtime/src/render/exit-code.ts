import { LoopError } from '@the-loop/graph-core';
import { type CheckReport, checkFails, isSatisfied } from '../report/check-report.ts';
import { type CheckAllReport } from '../verbs/check.ts';
import { type CompleteReport } from '../verbs/complete.ts';
import { type MigrateReport } from '../verbs/migrate.ts';
import { type RunReport } from '../verbs/run.ts';
import { type DeclareReport } from '../verbs/skip.ts';
import { type VerbReport } from '../verbs/verb-report.ts';

/** 0 satisfied, waiting or done; 1 unmet, blocked or escalated; 2 could not run, or refused. */
export type ExitCode = 0 | 1 | 2;

/** Of `start`, `advance`, `cleanup`, `abandon` and `gate answer`; null when there was nothing to do. */
export function exitCodeOfVerb(report: VerbReport | null): ExitCode {
  if (report === null || report.status === 'pass' || report.status === 'wait' || report.status === 'noop') return 0;
  return 1;
}

/** Of `complete`: always 0, because a refusal is an answer; `strict` is `--exit-code`. */
export function exitCodeOfComplete(report: CompleteReport, strict = false): ExitCode {
  if (!strict) return 0;
  if (report.status === 'refused') return 2;
  return report.status === 'block' || report.status === 'escalated' ? 1 : 0;
}

/** Of `graph status`. */
export function exitCodeOfStatus(report: CheckReport): ExitCode {
  if (report.repoResolved === false) return 2;
  return isSatisfied(report) ? 0 : 1;
}

type FailOn = 'unmet' | 'block';

/** Of `check <id>`. */
export function exitCodeOfCheck(report: CheckReport, failOn: FailOn = 'unmet'): ExitCode {
  return checkFails(report, failOn) ? 1 : 0;
}

/** Of `check --all`: an item that cannot be read fails it, and so does finding none. */
export function exitCodeOfCheckAll({ items }: CheckAllReport, failOn: FailOn = 'unmet'): ExitCode {
  const isFailing = items.some((item) => item.kind === 'unreadable' || checkFails(item.report, failOn));
  return isFailing || items.length === 0 ? 1 : 0;
}

/** Of `run`. */
export function exitCodeOfRun({ end }: RunReport): ExitCode {
  return end === 'waiting' || end === 'complete' ? 0 : 1;
}

/** Of `skip` and `unskip`. */
export function exitCodeOfDeclared({ declared }: DeclareReport): ExitCode {
  return declared.length > 0 ? 0 : 1;
}

/** Of `graph migrate`. */
export function exitCodeOfMigration({ status }: MigrateReport): ExitCode {
  return status === 'migrated' ? 0 : 2;
}

/** Of a fault: a refusal and what could not run are 2; anything else is a defect and not ours to name. */
export function exitCodeOfFault(error: unknown): ExitCode {
  if (error instanceof LoopError) return 2;
  throw error;
}
