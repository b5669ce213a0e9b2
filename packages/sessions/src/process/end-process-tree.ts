import { setTimeout as delay } from 'node:timers/promises';
import { isProcessId, type ProcessIdentity, probeProcess } from './process-identity.ts';
import { type ProcessEntry, readProcessTable } from './process-table.ts';

/** `refused`: the pid does not provably name the recorded process, so nothing was signalled. */
export type EndOutcome = 'ended' | 'killed' | 'gone' | 'refused' | 'stuck';

const STEP_MS = 50;
const AFTER_KILL_MS = 5_000;

/**
 * Ends a process and everything it started: SIGTERM, up to `graceMs`, then SIGKILL. Descendants are written down before
 * the first signal, because tools run in groups of their own and outlive a kill of the leader's group.
 * A pid whose start time differs is never signalled.
 */
export async function endProcessTree(leader: ProcessIdentity, graceMs: number): Promise<EndOutcome> {
  if (!isProcessId(leader.pid)) return 'refused';
  const state = await probeProcess(leader);
  if (state !== 'running') return state === 'gone' ? 'gone' : 'refused';
  const family = familyOf(leader, (await readProcessTable()) ?? []);
  return endAll(family, graceMs);
}

/**
 * Ends what an ended leader left behind in its session or group. The number of a session stays taken as long as it has
 * members, so without a process of that pid the members are the leader's. Answers how many there were.
 */
export async function endLeftovers(leaderPid: number, graceMs: number): Promise<number> {
  const table = isProcessId(leaderPid) ? await readProcessTable() : null;
  if (table === null || table.some((entry) => entry.pid === leaderPid && !entry.ended)) return 0;
  const left = table.filter((entry) => !entry.ended && (entry.session === leaderPid || entry.group === leaderPid));
  const all = left.flatMap((entry) => familyOf(entry, table));
  if (all.length > 0) await endAll(all, graceMs);
  return all.length;
}

/** The leader, its group and session, and every descendant, whatever their group. */
export function familyOf(leader: ProcessIdentity, table: readonly ProcessEntry[]): readonly ProcessIdentity[] {
  const family = new Map<number, ProcessIdentity>([[leader.pid, leader]]);
  const belongs = (entry: ProcessEntry): boolean =>
    entry.group === leader.pid || entry.session === leader.pid || family.has(entry.parent);
  for (let grown = true; grown; ) {
    const found = table.filter((entry) => !family.has(entry.pid) && !entry.ended && belongs(entry));
    for (const entry of found) family.set(entry.pid, { pid: entry.pid, startTime: entry.startTime });
    grown = found.length > 0;
  }
  return [...family.values()];
}

async function endAll(family: readonly ProcessIdentity[], graceMs: number): Promise<EndOutcome> {
  await signalEach(family, 'SIGTERM');
  if ((await waitForEnd(family, graceMs)).length === 0) return 'ended';
  await signalEach(family, 'SIGKILL');
  return (await waitForEnd(family, AFTER_KILL_MS)).length === 0 ? 'killed' : 'stuck';
}

async function signalEach(family: readonly ProcessIdentity[], signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  for (const one of await stillRunning(family)) {
    try {
      process.kill(one.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function waitForEnd(family: readonly ProcessIdentity[], limitMs: number): Promise<readonly ProcessIdentity[]> {
  for (let waited = 0; ; waited += STEP_MS) {
    const left = await stillRunning(family);
    if (left.length === 0 || waited >= limitMs) return left;
    await delay(Math.min(STEP_MS, Math.max(1, limitMs - waited)));
  }
}

async function stillRunning(family: readonly ProcessIdentity[]): Promise<readonly ProcessIdentity[]> {
  const states = await Promise.all(family.map(probeProcess));
  return family.filter((_, index) => states[index] === 'running');
}
