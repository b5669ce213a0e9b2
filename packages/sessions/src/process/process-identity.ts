import { lookUpProcess } from './process-table.ts';

/** A process as it is written down: the pid alone would one day name a stranger. */
export interface ProcessIdentity {
  readonly pid: number;
  /** From {@link startTimeOf}; empty when it could not be read. */
  readonly startTime: string;
}

/** `unknown`: the system did not answer, or the start time was never known. Nothing destructive follows from it. */
export type ProcessState = 'running' | 'gone' | 'unknown';

/** Whether a pid may name a process of ours: an ordinary one, never a group, "every process" or the first one. */
export function isProcessId(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 1 && pid <= 0x7fff_ffff;
}

/** When the process started, as an opaque text; empty when it has gone or the system does not say. */
export async function startTimeOf(pid: number): Promise<string> {
  const found = isProcessId(pid) ? await lookUpProcess(pid) : 'absent';
  return typeof found === 'object' ? found.startTime : '';
}

/** Whether the recorded process still runs. Another process with the same pid counts as gone. */
export async function probeProcess({ pid, startTime }: ProcessIdentity): Promise<ProcessState> {
  const found = isProcessId(pid) ? await lookUpProcess(pid) : 'absent';
  if (found === 'absent' || found === 'unknown') return found === 'absent' ? 'gone' : 'unknown';
  if (found.ended) return 'gone';
  if (startTime === '') return 'unknown';
  return found.startTime === startTime ? 'running' : 'gone';
}
