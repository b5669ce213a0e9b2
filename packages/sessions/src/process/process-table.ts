import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** One process of this machine. `startTime` tells it from a later process with the same pid. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not say. */
  readonly session: number;
  readonly startTime: string;
  /** It has ended and only waits to be collected. */
  readonly ended: boolean;
}

/** What is known of one pid: the entry, `absent`, or `unknown` when the system did not answer. */
export type ProcessLookup = ProcessEntry | 'absent' | 'unknown';

/** Looks up one pid: in `/proc` where there is one, otherwise through `ps`. */
export async function lookUpProcess(pid: number): Promise<ProcessLookup> {
  if (process.platform !== 'linux') return lookUpWithPs(pid);
  try {
    return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'), await bootId()) ?? 'unknown';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ESRCH' ? 'absent' : 'unknown';
  }
}

/** All processes that can be seen; null when the system does not answer. */
export async function readProcessTable(): Promise<readonly ProcessEntry[] | null> {
  if (process.platform !== 'linux') {
    const listed = await runPs(['-A']);
    return listed === null ? null : parsePs(listed.output);
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(pids.map((pid) => lookUpProcess(Number(pid))));
  return entries.filter((entry) => typeof entry === 'object');
}

/**
 * One line of `/proc/<pid>/stat` (see proc(5)): the name may hold blanks and brackets, so fields count from the last
 * `)`. A boot id keeps start times of two boots apart.
 */
export function parseStat(stat: string, boot: string): ProcessEntry | null {
  const pid = Number.parseInt(stat, 10);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
  const [state = '', parent, group, session] = fields;
  const ticks = fields[19];
  if (!Number.isSafeInteger(pid) || ticks === undefined || !/^\d+$/.test(ticks)) return null;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime: `${boot}:${ticks}`,
    ended: state === 'Z' || state === 'X',
  };
}

/** Lines of `ps -o pid=,ppid=,pgid=,stat=,lstart=`; others are left out. */
export function parsePs(output: string): readonly ProcessEntry[] {
  return output.split('\n').flatMap((line) => {
    const [pid, parent, group, stat = '', ...start] = line.trim().split(/\s+/);
    if (!pid || !/^\d+$/.test(pid) || start.length === 0) return [];
    const ended = stat.startsWith('Z');
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: 0,
        startTime: `ps:${start.join(' ')}`,
        ended,
      },
    ];
  });
}

let boot: string | undefined;

async function bootId(): Promise<string> {
  boot ??= await readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.slice(0, 8),
    () => 'linux',
  );
  return boot;
}

async function lookUpWithPs(pid: number): Promise<ProcessLookup> {
  const listed = await runPs(['-p', String(pid)]);
  if (listed === null) return 'unknown';
  return parsePs(listed.output).find((entry) => entry.pid === pid) ?? 'absent';
}

/** Null when `ps` could not be run. Its exit code 1 means that there is no such process. */
function runPs(selection: readonly string[]): Promise<{ readonly output: string } | null> {
  const args = [...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart='];
  return new Promise((resolve) => {
    execFile('ps', args, { env: { ...process.env, LC_ALL: 'C' }, timeout: 10_000 }, (error, stdout) => {
      const answered = error === null || (error as { code?: unknown }).code === 1;
      resolve(answered ? { output: stdout } : null);
    });
  });
}
