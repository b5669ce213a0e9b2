import { type ItemFiles, repoStateKey } from '@the-loop/graph-core';

/** How an inner loop stands, as its own state file says. */
export type InnerLoopStatus = 'complete' | 'open' | 'merged-unapproved' | 'abandoned' | 'unreadable' | 'misplaced';

/** One pull request's loop below an item. */
export interface InnerLoop {
  /** `pr-7` in the origin repository, `octo__infra/pr-7` in another. */
  readonly label: string;
  /** Key of the repository in lower case; empty for the origin's. */
  readonly repository: string;
  readonly status: InnerLoopStatus;
}

/** All inner loops of an item, and state files that stand where none belongs. */
export interface InnerLoops {
  readonly loops: readonly InnerLoop[];
  readonly strays: readonly string[];
}

const DIRECTORY = 'pr-loops';
const STATE_FILE = 'graph-state.json';
const LABEL = /^(?:([A-Za-z0-9._-]+)\/)?pr-[1-9]\d{0,9}$/;

/** Reads every inner loop that was started, offline. */
export async function readInnerLoops(files: ItemFiles): Promise<InnerLoops> {
  const paths = await files.list(DIRECTORY);
  const labels = paths
    .map(withoutDirectory)
    .filter((path) => path.endsWith(`/${STATE_FILE}`))
    .map((path) => path.slice(0, -STATE_FILE.length - 1));
  const started = labels.filter((label) => LABEL.test(label));
  const loops = await Promise.all(started.map((label) => readInnerLoop(files, label)));
  return { loops, strays: labels.filter((label) => !LABEL.test(label)) };
}

function withoutDirectory(path: string): string {
  return path.startsWith(`${DIRECTORY}/`) ? path.slice(DIRECTORY.length + 1) : path;
}

async function readInnerLoop(files: ItemFiles, label: string): Promise<InnerLoop> {
  const repository = (LABEL.exec(label)?.[1] ?? '').toLowerCase();
  return { label, repository, status: await readStatus(files, label, repository) };
}

async function readStatus(files: ItemFiles, label: string, repository: string): Promise<InnerLoopStatus> {
  let state: unknown;
  try {
    state = JSON.parse((await files.read(`${DIRECTORY}/${label}/${STATE_FILE}`)) ?? '');
  } catch {
    // Not text, not JSON, or gone meanwhile: the loop was started, and nothing says that it is finished.
    return 'unreadable';
  }
  if (!isRecord(state)) return 'unreadable';
  if (isMisplaced(state['repository'], repository)) return 'misplaced';
  const facts = Array.isArray(state['facts']) ? state['facts'].filter(isRecord) : [];
  return facts.length > 0 ? statusOf(facts) : state['currentNode'] === 'complete' ? 'complete' : 'open';
}

/** A merge that nobody approved and an end without a merge have names of their own. */
function statusOf(facts: readonly Record<string, unknown>[]): InnerLoopStatus {
  if (facts.findLast(({ kind }) => kind === 'entered')?.['node'] === 'complete') return 'complete';
  if (facts.some(({ kind, approves }) => kind === 'merged' && approves !== true)) return 'merged-unapproved';
  const last = facts.findLast(({ kind }) => kind === 'entered' || kind === 'abandoned');
  return last?.['kind'] === 'abandoned' ? 'abandoned' : 'open';
}

/** A state file of one repository in another's directory proves nothing. */
function isMisplaced(recorded: unknown, repository: string): boolean {
  if (typeof recorded !== 'string' || recorded === '' || repository === '') return false;
  try {
    return repoStateKey(recorded) !== repository;
  } catch {
    // The name is refused, so it cannot be the one of this directory.
    return true;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
