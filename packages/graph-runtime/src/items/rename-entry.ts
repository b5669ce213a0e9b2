import { type GraphState } from '@the-loop/graph-core';
import { stateDigest } from './compare-states.ts';
import { type LedgerEntry } from './ledger.ts';

/** What a loop's own copy is called by after its item, or its repository, has another name. */
export interface EntryNames {
  /** The item's id. */
  readonly workItem: string;
  /** `owner/repo` of the loop; absent: as it was. */
  readonly repository?: string;
  /** The new key of an effect, by its old one. */
  readonly key: (key: string) => string;
}

/** The entry under other names: the facts are what they were, the effects that are owed keep their turn. */
export function renameEntry({ state }: LedgerEntry, { workItem, repository, key }: EntryNames): LedgerEntry {
  const renamed: GraphState = {
    ...state,
    workItem,
    repository: repository ?? state.repository,
    pending: state.pending.map((effect) => ({ ...effect, key: key(effect.key) })),
    done: Object.fromEntries(Object.entries(state.done).map(([name, effect]) => [key(name), effect])),
  };
  return { state: renamed, revision: stateDigest(renamed) };
}
