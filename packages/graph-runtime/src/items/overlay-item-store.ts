import { graphToJSON, type ItemFiles, type LoopAddress } from '@the-loop/graph-core';
import { loopKey } from './inner-loop-folder.ts';
import { type CommitOutcome, type ItemStore, type LoopCommit, type StoredLoop } from './item-store.ts';
import { wrapItemStore } from './wrap-item-store.ts';

/** Reads from `base` and keeps every write in memory: what a verb would do, done to nothing. */
export function createOverlayItemStore(base: ItemStore): ItemStore {
  const loops = new Map<string, { readonly loop: StoredLoop; readonly change: LoopCommit }>();
  const texts = new Map<string, string>();

  async function load(address: LoopAddress): Promise<StoredLoop> {
    return loops.get(loopKey(address))?.loop ?? base.load(address);
  }

  async function commit(address: LoopAddress, expected: string, change: LoopCommit): Promise<CommitOutcome> {
    const loop = await load(address);
    if (loop.revision !== expected) return { kind: 'conflict', reason: 'the state changed meanwhile' };
    const revision = `simulated-${loops.size}-${change.state.facts.length}-${change.state.pending.length}-${Object.keys(change.state.done).length}`;
    const stored = { ...loop, state: change.state, revision, exists: true, problem: null, readable: null };
    loops.set(loopKey(address), { loop: stored, change });
    return { kind: 'committed', revision, setAside: null };
  }

  function files(id: string): ItemFiles {
    const below = base.files(id);
    return {
      read: async (path) => texts.get(`${id}/${path}`) ?? below.read(path),
      list: (directory) => below.list(directory),
    };
  }

  async function editFile(id: string, path: string, edit: (text: string) => string) {
    const before = await files(id).read(path);
    if (before === null) return 'absent';
    const after = edit(before);
    texts.set(`${id}/${path}`, after);
    return after === before ? 'unchanged' : 'written';
  }

  async function pinnedGraph(address: LoopAddress, digest: string): Promise<unknown> {
    const change = loops.get(loopKey(address))?.change;
    return change?.state.graph?.digest === digest ? graphToJSON(change.graph) : base.pinnedGraph(address, digest);
  }

  return wrapItemStore(base, { load, commit, files, editFile, pinnedGraph });
}
