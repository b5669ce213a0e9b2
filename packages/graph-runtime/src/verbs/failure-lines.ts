import { type Degraded } from './verb-context.ts';

/** What a verb could not do beside its own work. */
export interface Failures {
  readonly unsaid: readonly Degraded[];
  /** Of comments about the verb itself. */
  readonly auditErrors: readonly string[];
  /** Writes to GitHub that are stored and not yet done. */
  readonly waiting: number;
}

/** One line per cause, however many hooks met it, and one that says what waits. Nothing when nothing failed. */
export function failureLines({ unsaid, auditErrors, waiting }: Failures): string[] {
  const causes = new Map<string, string[]>();
  for (const { hook, error } of unsaid) {
    const met = causes.get(error) ?? [];
    causes.set(error, met.includes(hook) ? met : [...met, hook]);
  }
  const audits = [...new Set(auditErrors)].filter((error) => !causes.has(error));
  const lines = [
    ...[...causes].map(([error, hooks]) => `${hooks.join(', ')} did not complete: ${error}`),
    ...audits.map((error) => `could not post the audit comment: ${error}`),
  ];
  if (lines.length === 0 || waiting === 0) return lines;
  return [...lines, `the work went on; ${waiting === 1 ? '1 write waits' : `${waiting} writes wait`} for another try`];
}
