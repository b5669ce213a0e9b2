import { readdirSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { emptyState, graphToJSON, isWorkItemId, type LoopAddress } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { takeCommitLock } from './commit-lock.ts';
import { loopAddressOf } from './inner-loop-folder.ts';
import { createItemFiles } from './item-files.ts';
import { createItemPaths, type ItemPaths } from './item-paths.ts';
import { type CommitOutcome, type ItemStore, type LoopCommit, type StoredLoop } from './item-store.ts';
import { isAbsent, readRegularFile, readTextFile } from './read-text-file.ts';
import { sha256 } from './sha256.ts';
import { type ReadState, readStateFile, renderStateFile } from './state-file.ts';
import { writeDurably } from './write-durably.ts';

const stateName = 'graph-state.json';
const setAsideName = 'graph-state.corrupt';

/** Where a checkout keeps its work items. */
export interface FileItemStoreOptions {
  readonly repoRoot: string;
  /** Relative to the repository, such as `docs/specs`. */
  readonly specDir: string;
  /** `owner/repo` of the checkout, where known: written into the states of its loops. */
  readonly originRepo?: string;
}

function graphName(digest: string): string {
  return `graph-${digest.slice(0, 16)}.json`;
}

function revisionOf(bytes: Buffer | null): string {
  return bytes === null ? '' : sha256(bytes);
}

function sequenceAfter(before: ReadState | null): number {
  return (before?.sequence ?? 0) + 1;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Refuses a folder that was written for another repository of the same key. */
function checkRepository(address: LoopAddress, stored: string): void {
  if (address.prRepo === undefined || stored === '') return;
  if (stored.toLowerCase() === address.prRepo.toLowerCase()) return;
  throw runtimeError('STATE_OF_ANOTHER_REPOSITORY', `the inner loop belongs to ${stored}, not to ${address.prRepo}`, {
    remedy: 'pass --pr-repo as the state file spells it',
  });
}

/** Keeps the unreadable file beside itself under a free name, and answers that name. */
async function setAside(path: string, at: string): Promise<string> {
  const stamp = at.replace(/[^0-9TZ]/g, '');
  for (let attempt = 1; ; attempt += 1) {
    const kept = join(dirname(path), `${setAsideName}-${stamp}${attempt === 1 ? '' : `-${attempt}`}.json`);
    try {
      await link(path, kept);
      return kept;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!taken || attempt === 100) throw error;
    }
  }
}

/** The states and files of one checkout's work items. Nothing is ever written outside of an item's directory. */
class FileItemStore implements ItemStore {
  readonly #paths: ItemPaths;
  readonly #originRepo: string;

  constructor(options: FileItemStoreOptions) {
    this.#paths = createItemPaths(options);
    this.#originRepo = options.originRepo ?? '';
  }

  async load(address: LoopAddress): Promise<StoredLoop> {
    const path = this.#statePath(address);
    const bytes = await Promise.resolve(readRegularFile(this.#absolute(address, stateName), path));
    const repository = address.prRepo ?? this.#originRepo;
    const found = { address, path, revision: revisionOf(bytes), exists: bytes !== null, warnings: [] };
    if (bytes === null) return { ...found, state: emptyState(address.id, repository), problem: null, readable: null };
    const { state, problem, readable } = readStateFile(bytes, address.id, repository);
    checkRepository(address, state.repository);
    return { ...found, state, problem, readable };
  }

  async commit(address: LoopAddress, expectedRevision: string, change: LoopCommit): Promise<CommitOutcome> {
    const directory = await this.#paths.create(address.id, this.#below(address));
    const lock = await takeCommitLock(join(directory, 'graph-state.lock'));
    if (lock === null) return { kind: 'conflict', reason: 'another program holds the lock of the state file' };
    try {
      const path = join(directory, stateName);
      const bytes = readRegularFile(path, this.#statePath(address));
      if (revisionOf(bytes) !== expectedRevision)
        return { kind: 'conflict', reason: 'the state file changed meanwhile' };
      const before = bytes === null ? null : readStateFile(bytes, address.id, '');
      const text = renderStateFile(change.graph, change.state, sequenceAfter(before));
      await this.#keepGraph(directory, change);
      const kept = before !== null && before.problem !== null ? await setAside(path, change.at) : null;
      const written = await writeDurably(path, text, () => lock.isHeld());
      if (!written) return { kind: 'conflict', reason: 'the lock of the state file was taken over' };
      await this.#dropOldGraphs(directory, change);
      return { kind: 'committed', revision: sha256(text), setAside: kept === null ? null : this.#shown(address, kept) };
    } finally {
      lock.release();
    }
  }

  async pinnedGraph(address: LoopAddress, digest: string): Promise<unknown> {
    const name = graphName(digest);
    const text = readTextFile(this.#absolute(address, name), posix.join(this.#paths.loopDirectory(address), name));
    if (text === null) return null;
    try {
      return await Promise.resolve(JSON.parse(text) as unknown);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  list(): Promise<readonly string[]> {
    return Promise.resolve().then(() => namesIn(this.#paths.root()).filter(isWorkItemId));
  }

  innerLoops(id: string): Promise<readonly LoopAddress[]> {
    return this.files(id)
      .list('pr-loops')
      .then((files) => files.flatMap((file) => loopAddressOf(id, file) ?? []));
  }

  directory(id: string): string {
    return this.#paths.itemDirectory(id);
  }

  files(id: string) {
    return createItemFiles(this.#paths, id);
  }

  async editFile(id: string, path: string, edit: (text: string) => string) {
    const absolute = this.#paths.inside(id, path);
    const shown = posix.join(this.#paths.itemDirectory(id), path);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const before = readTextFile(absolute, shown);
      if (before === null) return 'absent';
      const after = edit(before);
      if (after === before) return 'unchanged';
      if (await writeDurably(absolute, after, () => readTextFile(absolute, shown) === before)) return 'written';
    }
    throw runtimeError('ITEM_FILE_UNREADABLE', `${shown} is being written by another program`);
  }

  #below(address: LoopAddress): string {
    return posix.relative(this.#paths.itemDirectory(address.id), this.#paths.loopDirectory(address));
  }

  #absolute(address: LoopAddress, name: string): string {
    return this.#paths.inside(address.id, posix.join(this.#below(address), name));
  }

  #statePath(address: LoopAddress): string {
    return posix.join(this.#paths.loopDirectory(address), stateName);
  }

  #shown(address: LoopAddress, path: string): string {
    return posix.join(this.#paths.loopDirectory(address), basename(path));
  }

  /** The copy is there before the state that names it. */
  async #keepGraph(directory: string, change: LoopCommit): Promise<void> {
    const pin = change.state.graph;
    if (pin === null) return;
    const path = join(directory, graphName(pin.digest));
    const text = `${JSON.stringify(graphToJSON(change.graph), null, 2)}\n`;
    if (readRegularFile(path, basename(path))?.toString('utf8') === text) return;
    await writeDurably(path, text);
  }

  /** A state that was set aside may pin any of the copies, so they stay for as long as it does. */
  async #dropOldGraphs(directory: string, change: LoopCommit): Promise<void> {
    const wanted = change.state.graph === null ? '' : graphName(change.state.graph.digest);
    const names = readdirSync(directory);
    if (names.some((name) => name.startsWith(`${setAsideName}-`))) return;
    const copies = names.filter((name) => /^graph-[0-9a-f]{16}\.json$/.test(name) && name !== wanted);
    await Promise.all(copies.map((name) => rm(join(directory, name), { force: true })));
  }
}

/** The item store of a checkout. Throws `ITEM_REPOSITORY_MISSING` and `ITEM_SPEC_DIR_ESCAPES`. */
export function createFileItemStore(options: FileItemStoreOptions): ItemStore {
  return new FileItemStore(options);
}
