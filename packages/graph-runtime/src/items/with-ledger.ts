import { emptyState, type GraphState, type ItemFiles, type LoopAddress, STATE_VERSION } from '@the-loop/graph-core';
import { nameDifferences, stateDigest } from './compare-states.ts';
import { loopAddressOf, loopKey } from './inner-loop-folder.ts';
import { type CommitOutcome, type ItemStore, type LoopCommit, type StoredLoop } from './item-store.ts';
import { type Ledger } from './ledger.ts';
import { wrapItemStore } from './wrap-item-store.ts';

/** Decides whether a file that the ledger does not know is taken over as it stands. */
export interface LedgerOptions {
  readonly adopt?: (loop: StoredLoop) => Promise<boolean>;
}

type Held = Awaited<ReturnType<Ledger['load']>>;

function revisionPair(file: string, held: Held): string {
  return JSON.stringify([file, held === null ? null : held.revision]);
}

function readPair(revision: string): readonly [string, number | string | null] {
  return JSON.parse(revision) as [string, number | string | null];
}

/** The state as a hook may read it: recorded keys and the pointer. */
function asFile(state: GraphState): string {
  const entered = state.facts.findLast((fact) => fact.kind === 'entered');
  return JSON.stringify({ version: STATE_VERSION, revision: 1, ...state, currentNode: entered?.node ?? '' });
}

function fileProblem(loop: StoredLoop): string | null {
  if (loop.problem !== null) return `${loop.path} is not used: ${loop.problem.detail}`;
  return loop.exists ? null : `${loop.path} is missing; it is written again from the service's copy`;
}

/** Which state stands, and what to say about the file. */
async function reconcile(loop: StoredLoop, held: Held, options: LedgerOptions): Promise<StoredLoop> {
  if (held === null) {
    if (!loop.exists || loop.problem !== null || (await options.adopt?.(loop)) === true) return loop;
    const state = emptyState(loop.state.workItem, loop.state.repository);
    const differences = nameDifferences(loop.state, state).map((line) => `${loop.path}, unknown here: ${line}`);
    return { ...loop, state, readable: null, warnings: [...loop.warnings, ...differences] };
  }
  const problem = fileProblem(loop);
  const state = held.value.state;
  if (problem !== null) return { ...loop, state, problem: null, readable: null, warnings: [...loop.warnings, problem] };
  const differences = nameDifferences(loop.state, state).map((line) => `${loop.path}: ${line}`);
  const readable = differences.length === 0 ? loop.readable : null;
  return { ...loop, state, readable, warnings: [...loop.warnings, ...differences] };
}

interface Write {
  readonly address: LoopAddress;
  readonly expected: string;
  readonly change: LoopCommit;
}

/** The ledger is written first: until the file follows, the next load says that it is behind. */
async function commitBoth(
  { store, ledger }: { store: ItemStore; ledger: Ledger },
  write: Write,
): Promise<CommitOutcome> {
  const { address, expected, change } = write;
  const key = loopKey(address);
  const [fileRevision, heldRevision] = readPair(expected);
  const entry = { state: change.state, revision: stateDigest(change.state) };
  if ((await ledger.save(key, heldRevision, entry)) === 'conflict') {
    return { kind: 'conflict', reason: 'the state changed meanwhile' };
  }
  let outcome = await store.commit(address, fileRevision, change);
  for (let attempt = 0; outcome.kind === 'conflict' && attempt < 5; attempt += 1) {
    outcome = await store.commit(address, (await store.load(address)).revision, change);
  }
  const written = outcome.kind === 'committed' ? outcome : { revision: '', setAside: null };
  return {
    kind: 'committed',
    revision: revisionPair(written.revision, await ledger.load(key)),
    setAside: written.setAside,
  };
}

/**
 * A store that believes the ledger and not the file. What the file adds, lacks or changes is ignored, named in
 * `warnings` and gone with the next commit, because the file is then written again. A loop that the ledger does not
 * know is fresh. Inner loops that hooks read come from the ledger too.
 */
export function withLedger(store: ItemStore, ledger: Ledger, options: LedgerOptions = {}): ItemStore {
  async function loadOne(address: LoopAddress): Promise<StoredLoop> {
    const [loop, held] = await Promise.all([store.load(address), ledger.load(loopKey(address))]);
    const reconciled = await reconcile(loop, held, options);
    return { ...reconciled, revision: revisionPair(loop.revision, held) };
  }

  async function load(address: LoopAddress): Promise<StoredLoop> {
    const loop = await loadOne(address);
    if (address.pr !== undefined) return loop;
    const inner = await Promise.all((await store.innerLoops(address.id)).map(loadOne));
    return { ...loop, warnings: [...loop.warnings, ...inner.flatMap((one) => one.warnings)] };
  }

  function files(id: string): ItemFiles {
    const base = store.files(id);
    const keyOf = (path: string) => (path === 'graph-state.json' ? id : keyOfInner(id, path));
    return {
      async read(path) {
        const key = keyOf(path);
        if (key === null) return base.read(path);
        const held = await ledger.load(key);
        return held === null ? null : asFile(held.value.state);
      },
      async list(directory) {
        const found = (await base.list(directory)).filter((path) => keyOf(path) === null);
        const held = (await ledger.list(`${id}/`)).map(
          (key) => `pr-loops/${key.slice(id.length + 1)}/graph-state.json`,
        );
        return [...found, ...held.filter((path) => path.startsWith(`${directory}/`))].sort();
      },
    };
  }

  async function innerLoops(id: string): Promise<readonly LoopAddress[]> {
    const keys = await ledger.list(`${id}/`);
    return keys.flatMap((key) => loopAddressOf(id, `pr-loops/${key.slice(id.length + 1)}/graph-state.json`) ?? []);
  }

  const commit: ItemStore['commit'] = (address, expected, change) =>
    commitBoth({ store, ledger }, { address, expected, change });
  return wrapItemStore(store, { confirms: true, load, commit, files, innerLoops });
}

function keyOfInner(id: string, path: string): string | null {
  const address = loopAddressOf(id, path);
  return address === null ? null : loopKey(address);
}
