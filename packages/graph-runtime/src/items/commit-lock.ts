import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isAbsent } from './read-text-file.ts';

/** A holder works for milliseconds; after this long it is taken to be dead. */
const staleMs = 10_000;
const patienceMs = 2_000;
const pauseMs = 10;

/** A lock that is held. `isHeld` asks the disk again: somebody may have taken it for stale. */
export interface CommitLock {
  isHeld(): boolean;
  release(): void;
}

function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return '';
    throw error;
  }
}

async function create(path: string, token: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o644);
    await handle.writeFile(token);
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose holder died. What was taken is checked: a fresh one is put back. */
async function dropStale(path: string, token: string, clock: () => number): Promise<void> {
  const taken = `${path}.${token}`;
  try {
    const { mtimeMs } = await stat(path);
    if (clock() - mtimeMs < staleMs) return;
    await rename(path, taken);
    const moved = await stat(taken);
    if (clock() - moved.mtimeMs < staleMs) await link(taken, path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  } finally {
    await rm(taken, { force: true });
  }
}

/** Takes the lock file at `path`, waiting up to two seconds; null when somebody else holds it. */
export async function takeCommitLock(path: string, clock: () => number = Date.now): Promise<CommitLock | null> {
  const token = randomBytes(8).toString('hex');
  const isHeld = () => readToken(path) === token;
  const release = () => {
    if (isHeld()) rmSync(path, { force: true });
  };
  for (let waited = 0; waited <= patienceMs; waited += pauseMs) {
    if (await create(path, token)) return { isHeld, release };
    await dropStale(path, token, clock);
    await delay(pauseMs);
  }
  return null;
}
