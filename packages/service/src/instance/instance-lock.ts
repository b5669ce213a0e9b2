import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { isCode } from '../is-code.ts';

/** Who holds a state root, and how to reach it. */
export interface InstanceInfo {
  readonly pid: number;
  /** The kernel's start time of that process, so that a reused pid is not mistaken for it; empty when unknown. */
  readonly startTime: string;
  /** Base URL of the service; empty until it listens. */
  readonly url: string;
  readonly version: string;
}

export interface InstanceLock {
  /** Replaces what the lock says about its holder. */
  publish(info: InstanceInfo): void;
  release(): void;
}

/** What a lock needs to know about processes. */
export interface ProcessTable {
  readonly self: { readonly pid: number; readonly startTime: string };
  /** `unknown` where the table cannot be read: not gone, and not to be signalled either. */
  probe(pid: number, startTime: string): Promise<'running' | 'gone' | 'unknown'>;
}

const FILE = 'service.json';

/** Reads who holds the state root; null when nobody does or the holder is gone. */
export async function readInstance(stateRoot: string, processes: ProcessTable): Promise<InstanceInfo | null> {
  const text = readText(path.join(stateRoot, FILE));
  return text === null ? null : holderOf(text, processes);
}

/** Takes the state root for this process. Throws `SERVICE_ALREADY_RUNNING`, naming the holder, when somebody has it. */
export async function takeInstance(stateRoot: string, processes: ProcessTable, version: string): Promise<InstanceLock> {
  prepareFolder(stateRoot);
  const file = path.join(stateRoot, FILE);
  const { pid } = processes.self;
  const fresh = writeFresh(file, { ...processes.self, url: '', version });
  try {
    if (!link(fresh, file)) await succeed({ stateRoot, file, fresh }, processes);
  } finally {
    rmSync(fresh, { force: true });
  }
  return {
    publish: (info) => renameSync(writeFresh(file, info), file),
    release: () => {
      if (parse(readText(file))?.pid === pid) rmSync(file, { force: true });
    },
  };
}

interface Succession {
  readonly stateRoot: string;
  readonly file: string;
  /** The complete new lock file, under a name of its own. */
  readonly fresh: string;
}

/**
 * Replaces the file of a holder that is gone. Whoever links the claim named after that very file is its only successor; a claim
 * whose maker is gone too is succeeded the same way. Claims go only after the file was replaced, so that a slow starter which
 * can still make one finds another file than the one it judged, and refuses.
 */
async function succeed({ stateRoot, file, fresh }: Succession, processes: ProcessTable): Promise<void> {
  const judged = readText(file);
  const claims: string[] = [];
  const refused = () => alreadyRunning(stateRoot, parse(readText(file)));
  for (let text = judged; ; text = readText(claims.at(-1) ?? file)) {
    if (text === null) throw refused();
    const holder = await holderOf(text, processes);
    if (holder) throw alreadyRunning(stateRoot, holder);
    const claim = `${file}.after-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    claims.push(claim);
    if (link(fresh, claim)) break;
  }
  if (readText(file) !== judged) {
    rmSync(claims.at(-1) ?? fresh, { force: true });
    throw refused();
  }
  renameSync(fresh, file);
  for (const claim of claims) rmSync(claim, { force: true });
}

async function holderOf(text: string, processes: ProcessTable): Promise<InstanceInfo | null> {
  const info = parse(text);
  return info && (await processes.probe(info.pid, info.startTime)) !== 'gone' ? info : null;
}

function prepareFolder(stateRoot: string): void {
  try {
    mkdirSync(stateRoot, { recursive: true, mode: 0o700 });
    accessSync(stateRoot, constants.W_OK);
  } catch (error) {
    throw new LoopError('SERVICE_STATE_UNUSABLE', `${stateRoot} is no folder that can be written to`, {
      remedy: 'set THE_LOOP_STATE to an absolute path of a folder of your own',
      cause: error,
    });
  }
}

function alreadyRunning(stateRoot: string, holder: InstanceInfo | null): LoopError {
  const who = holder ? `process ${holder.pid}${holder.url ? ` at ${holder.url}` : ''}` : 'another process';
  return new LoopError('SERVICE_ALREADY_RUNNING', `the service already runs for ${stateRoot} as ${who}`, {
    remedy: 'run `the-loop down`, or set THE_LOOP_STATE to another folder',
  });
}

/** A complete file beside the lock, so that nobody ever reads half of one. */
function writeFresh(file: string, info: InstanceInfo): string {
  const fresh = `${file}.${randomUUID()}`;
  writeFileSync(fresh, JSON.stringify(info), { mode: 0o600, flag: 'wx' });
  return fresh;
}

/** Whether the name was free and is this file's now. */
function link(fresh: string, name: string): boolean {
  try {
    linkSync(fresh, name);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw new LoopError('SERVICE_STATE_UNUSABLE', `${name} cannot be linked into place`, {
      remedy: 'set THE_LOOP_STATE to a folder on a local file system',
      cause: error,
    });
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function parse(text: string | null): InstanceInfo | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isInfo(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isInfo(value: unknown): value is InstanceInfo {
  if (typeof value !== 'object' || value === null) return false;
  const info = value as Record<string, unknown>;
  return (
    Number.isInteger(info['pid']) &&
    Number(info['pid']) > 1 &&
    typeof info['startTime'] === 'string' &&
    typeof info['url'] === 'string'
  );
}
