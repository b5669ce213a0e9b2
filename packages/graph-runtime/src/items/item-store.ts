import { type Graph, type GraphState, type ItemFiles, type LoopAddress } from '@the-loop/graph-core';

/** Why a state file could not be used. Readers report it, writers set the file aside. */
export interface StateProblem {
  readonly kind: 'corrupt' | 'conflict-markers';
  /** Our own words, without the content of the file. */
  readonly detail: string;
}

/** One loop of a work item as it is stored. */
export interface StoredLoop {
  readonly address: LoopAddress;
  /** Of the state file, relative to the repository, with forward slashes. */
  readonly path: string;
  readonly state: GraphState;
  /** Opaque; empty when there is no file. To be handed back on commit. */
  readonly revision: string;
  readonly exists: boolean;
  readonly problem: StateProblem | null;
  /** What was ignored or is odd about the file, one line each. */
  readonly warnings: readonly string[];
  /** The keys of the file that are derived from its facts, as found; null where the file has none. */
  readonly readable: Readonly<Record<string, unknown>> | null;
}

/** What one commit writes. */
export interface LoopCommit {
  readonly state: GraphState;
  /** The graph that the state walks; kept beside it when the state pins one. */
  readonly graph: Graph;
  /** ISO 8601, UTC; names a file that is set aside. */
  readonly at: string;
}

/** Conflict is an answer: somebody else wrote in between. */
export type CommitOutcome =
  | { readonly kind: 'committed'; readonly revision: string; readonly setAside: string | null }
  | { readonly kind: 'conflict'; readonly reason: string };

/** Work items of one repository: their states by compare-and-swap, and their files. */
export interface ItemStore {
  /** True where the facts are the asking side's own copy, and not only lines in a file of the checkout. */
  readonly confirms?: boolean;
  /** Throws `ITEM_ID_INVALID`, `ITEM_PATH_ESCAPES`, `STATE_NEWER`, `STATE_OF_ANOTHER_ITEM`. */
  load(address: LoopAddress): Promise<StoredLoop>;
  commit(address: LoopAddress, expectedRevision: string, change: LoopCommit): Promise<CommitOutcome>;
  /** The kept copy of a pinned graph, not yet judged; null when there is none. */
  pinnedGraph(address: LoopAddress, digest: string): Promise<unknown>;
  /** Ids of all work items, sorted. */
  list(): Promise<readonly string[]>;
  /** Inner loops that have a state, sorted by their folder. */
  innerLoops(id: string): Promise<readonly LoopAddress[]>;
  /** The item's directory relative to the repository, with forward slashes. */
  directory(id: string): string;
  /** Files of the item, each read once for the life of the answer. */
  files(id: string): ItemFiles;
  /** Rewrites an artifact that exists. `edit` may run again when the file changed meanwhile. */
  editFile(id: string, path: string, edit: (text: string) => string): Promise<'written' | 'unchanged' | 'absent'>;
}
